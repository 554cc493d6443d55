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

  showCopy();
  tick();
  document.addEventListener('htmx:load', () => { showCopy(); tick(); });
})();
