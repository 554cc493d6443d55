// What pages do beyond reading and forms, where there are scripts: all of it is there without them, too.
(() => {
  'use strict';
  document.documentElement.classList.add('scripted');

  // Times go on while a page is open, in the words of the server.
  const count = (number, unit) => `${number} ${unit}${number === 1 ? '' : 's'}`;
  const span = (seconds) =>
    seconds < 60 ? count(seconds, 'second')
    : seconds < 3600 ? count(Math.floor(seconds / 60), 'minute')
    : seconds < 172800 ? count(Math.floor(seconds / 3600), 'hour')
    : count(Math.floor(seconds / 86400), 'day');
  const words = (seconds) =>
    seconds > -1 ? (seconds < 5 ? 'just now' : `${span(Math.floor(seconds))} ago`)
    : -seconds < 60 ? 'within a minute' : `in ${span(Math.floor(-seconds))}`;
  const tick = () => {
    if (document.hidden) return;
    for (const time of document.querySelectorAll('main time[datetime]')) {
      const text = words((Date.now() - Date.parse(time.dateTime)) / 1000);
      const first = time.firstChild;
      if (first && first.nodeValue !== text) first.nodeValue = text;
    }
  };
  setInterval(tick, 5000);

  // Menus close when something else is chosen.
  const close = (but) => {
    for (const menu of document.querySelectorAll('details.menu[open]')) if (menu !== but) menu.open = false;
  };
  document.addEventListener('click', (event) => close(event.target.closest('details.menu')));
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    const menu = document.activeElement && document.activeElement.closest('details.menu[open]');
    close(null);
    if (menu) menu.querySelector('summary').focus();
  });

  // Lines to paste.
  const showCopy = () => {
    if (!navigator.clipboard) return;
    for (const button of document.querySelectorAll('button.copy[hidden]')) button.hidden = false;
  };
  document.addEventListener('click', (event) => {
    const button = event.target.closest('button.copy');
    if (!button) return;
    navigator.clipboard.writeText(button.parentElement.querySelector('pre').textContent).then(() => {
      const before = button.textContent;
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = before; }, 2000);
    });
  });

  // What was opened stays open when a part of the page is read anew, what was closed stays closed, and whoever has
  // scrolled up in what a running command prints stays there: else the end of it is in sight.
  const follows = (pre) => pre.scrollTop + pre.clientHeight > pre.scrollHeight - 24;
  const outputs = () => [...document.querySelectorAll('[data-output] pre')];
  const ofStream = (pre) => `${pre.closest('[data-output]').id} ${pre.dataset.stream}`;
  let wereOpen = new Map();
  let wereAt = new Map();
  document.addEventListener('htmx:beforeSwap', () => {
    wereOpen = new Map([...document.querySelectorAll('main details[id]')].map((each) => [each.id, each.open]));
    wereAt = new Map(outputs().filter((pre) => !follows(pre)).map((pre) => [ofStream(pre), pre.scrollTop]));
  });
  const showEnds = () => {
    for (const pre of outputs()) pre.scrollTop = wereAt.get(ofStream(pre)) ?? pre.scrollHeight;
  };
  document.addEventListener('htmx:afterSwap', () => {
    for (const [id, open] of wereOpen) {
      const each = document.getElementById(id);
      if (each) each.open = open;
    }
    showEnds();
    told.forEach(print);
  });

  // What a running command prints. The last that was told of each is kept: a page that was read before that, and
  // arrives after it, has less.
  const told = new Map();
  const print = (word) => {
    const place = document.getElementById(`entry-${word.entry}`);
    if (!place || !place.matches('[data-output]') || word.printed <= Number(place.dataset.printed)) return;
    place.dataset.printed = word.printed;
    for (const pre of place.querySelectorAll('pre')) {
      const text = word[pre.dataset.stream];
      if (pre.textContent === text) continue;
      const atEnd = follows(pre);
      pre.textContent = text;
      pre.hidden = false;
      pre.parentElement.hidden = false;
      if (atEnd) pre.scrollTop = pre.scrollHeight;
    }
    place.querySelector('.silent').hidden = true;
    place.querySelector('.left-out').textContent = word.leftOut;
  };
  const hear = (word) => {
    told.delete(word.entry);
    told.set(word.entry, word);
    if (told.size > 20) told.delete(told.keys().next().value);
    print(word);
  };
  // What waits for the answer to a button is left alone: the answer brings the whole anew.
  const waits = (part) => part.matches('.htmx-request') || part.querySelector('.htmx-request');
  const reread = () => {
    if (waits(document.getElementById('main'))) return;
    htmx.ajax('GET', location.href, { target: '#main', select: '#main', swap: 'outerHTML show:none' });
  };

  // Changes appear by themselves. A page that nobody sees closes its stream: browsers allow only a few at once.
  let source = null;
  let followed = null;
  let last = null;
  let wait = 1000;
  const row = (id) => document.getElementById(`sandbox-${id}`);
  const changed = (told) => {
    const list = document.querySelector('#list .sandboxes');
    const there = row(told.id);
    if (there && waits(there)) return;
    if (there) {
      htmx.swap(there, told.html, { swapStyle: 'outerHTML' });
    } else if (told.fresh && list) {
      htmx.swap(list, told.html, { swapStyle: 'afterbegin' });
      const made = row(told.id);
      if (made) made.classList.add('fresh');
    } else if (told.fresh) {
      reread();
    }
    tick();
  };
  const removed = (id) => {
    const gone = row(id);
    if (!gone || waits(gone)) return;
    // Who was about to press a button there goes on at the next one.
    const next = gone.contains(document.activeElement) && (gone.nextElementSibling || gone.previousElementSibling);
    gone.remove();
    if (next) next.querySelector('a').focus();
    if (!document.querySelector('#list .sandbox')) reread();
  };
  const signIn = () => {
    location.assign(`/sign-in?ended=1&then=${encodeURIComponent(location.pathname + location.search)}`);
  };
  const stop = () => {
    if (source) source.close();
    source = null;
  };
  // A server that is only started anew is back soon, and a proxy that ends streams has the next one in two seconds: it
  // is told when it takes longer.
  let telling = null;
  const isAway = (away) => {
    if (away) {
      telling ??= setTimeout(() => { document.getElementById('away').hidden = false; }, 5000);
    } else {
      clearTimeout(telling);
      telling = null;
      document.getElementById('away').hidden = true;
    }
  };
  const follow = () => {
    const place = document.querySelector('[data-live]');
    const wanted = place && !document.hidden ? place.dataset.live : null;
    if (wanted !== followed) {
      if (wanted) last = null;
      stop();
    }
    followed = wanted;
    if (source || !wanted) return;
    const after = last || place.dataset.after;
    const mine = new EventSource(`${wanted}${wanted.includes('?') ? '&' : '?'}after=${encodeURIComponent(after)}`);
    source = mine;
    const on = (name, deed) => mine.addEventListener(name, (event) => {
      if (event.lastEventId) last = event.lastEventId;
      deed(event.data);
    });
    on('changed', (data) => changed(JSON.parse(data)));
    on('removed', removed);
    on('output', (data) => hear(JSON.parse(data)));
    on('stale', reread);
    on('signed-out', signIn);
    mine.onopen = () => { wait = 1000; isAway(false); };
    mine.onerror = () => {
      if (mine !== source) return;
      // A browser tries again by itself when the connection broke, but not when it was refused: the page says why.
      if (mine.readyState !== EventSource.CLOSED) {
        isAway(true);
        return;
      }
      stop();
      setTimeout(() => {
        fetch(location.href).then((answer) => {
          isAway(answer.status >= 500);
          if (answer.status === 401) signIn();
          else if (answer.ok || answer.status >= 500 || answer.status === 429) follow();
          else reread();
        }, () => {
          isAway(true);
          follow();
        });
      }, wait);
      wait = Math.min(2 * wait, 30000);
    };
  };
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) { stop(); } else { tick(); follow(); }
  });
  addEventListener('pagehide', stop);
  addEventListener('pageshow', (event) => { if (event.persisted) follow(); });
  document.addEventListener('htmx:afterSettle', follow);

  // Where sections don't all fit, the one that is open is in sight.
  const sections = document.querySelector('.sections');
  const here = sections && sections.querySelector('[aria-current]');
  if (here) sections.scrollLeft = here.offsetLeft - (sections.clientWidth - here.offsetWidth) / 2;

  showCopy();
  showEnds();
  tick();
  follow();
  document.addEventListener('htmx:load', () => { showCopy(); tick(); });
})();
