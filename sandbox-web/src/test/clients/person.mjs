// A person with a browser, whom a program asks to be let in: signs in by a one-time link, and presses the button.

const ENTITIES = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&#34;': '"', '&#39;': "'", '&quot;': '"' };

export class Person {
  #cookies = new Map();
  #link;

  /** @param link that signs them in, once */
  constructor(link) {
    this.#link = new URL(link);
  }

  /**
   * Lets a program in as a new agent.
   *
   * @param question where the program sends the browser
   * @param agent the new agent's name
   * @returns where the browser is sent with the answer, and what the person was shown
   */
  async letIn(question, agent) {
    let page = await this.#open(question);
    if (page.status === 401) {
      await this.#signIn(question, page.text);
      page = await this.#open(question);
    }
    const form = this.#form(page, 'action="/oauth/authorize"');
    form.set('decision', 'allow');
    form.set('agent', '');
    form.set('name', agent);
    const allowed = await this.#post(new URL('/oauth/authorize', question), form);
    if (allowed.status !== 303) {
      throw new Error(`Allowing was answered with ${allowed.status}: ${allowed.text}`);
    }
    return { answer: new URL(allowed.location), shown: page.text };
  }

  /** By the button of the page that asks to sign in first, and then by the link. */
  async #signIn(question, page) {
    const way = /href="(\/sign-in\?[^"]+)"/.exec(page);
    await this.#open(new URL(unescaped(way[1]), question));
    const signIn = this.#form(await this.#open(this.#link), 'action="/sign-in"');
    const signedIn = await this.#post(new URL('/sign-in', question), signIn);
    const back = new URL(signedIn.location, question);
    if (back.href !== new URL(question).href) {
      throw new Error(`Signing in led to ${back}, not back to the question.`);
    }
  }

  #form(page, mark) {
    const form = page.text.split('<form').find((part) => part.includes(mark));
    if (!form) {
      throw new Error(`There is no form with ${mark}, but with ${page.status}: ${page.text}`);
    }
    const fields = new URLSearchParams();
    for (const [, name, value] of form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)) {
      fields.set(name, unescaped(value));
    }
    return fields;
  }

  #open(address) {
    return this.#fetch(address, {});
  }

  #post(address, fields) {
    return this.#fetch(address, { method: 'POST', body: fields, headers: { Origin: address.origin } });
  }

  async #fetch(address, request) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(address, {
      ...request,
      headers: { ...request.headers, Cookie: cookie },
      redirect: 'manual',
    });
    for (const given of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(given);
      this.#cookies.set(name, value);
    }
    return { status: answer.status, location: answer.headers.get('Location'), text: await answer.text() };
  }
}

function unescaped(text) {
  return text.replace(/&[a-z#0-9]+;/g, (entity) => ENTITIES[entity] ?? entity);
}
