import type { Browser, Page } from 'playwright-core';
import { EVIL } from './markup.ts';

/** Somebody who reads what attackers wrote, and notices all that is not reading. */
export class Guest {
  readonly page: Page;
  readonly #url: string;
  /** What happened that must not. */
  readonly #wrong: string[] = [];
  #answers = 0;
  /** The longest that the page kept its reader waiting since it began anew, in milliseconds. */
  longest = 0;

  private constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
    const { origin } = new URL(url);
    page.on('pageerror', (error) => this.#wrong.push(`an error: ${error.message}`));
    page.on('console', (message) => {
      // Formulas bring styles that the policy refuses: they look a little plainer, and nothing ran.
      const isRefused = /content security policy|refused to/i.test(message.text()) && !/style-src/.test(message.text());
      if (isRefused) this.#wrong.push(message.text());
    });
    page.on('dialog', (dialog) => {
      this.#wrong.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('popup', (popup) => this.#wrong.push(`a window: ${popup.url()}`));
    page.on('framenavigated', (frame) => {
      if (new URL(frame.url()).origin !== origin) this.#wrong.push(`went to ${frame.url()}`);
    });
    page.on('request', (request) => {
      const to = new URL(request.url());
      if (/^(data|blob):$/.test(to.protocol)) return;
      // Our own server fetches for a reader who asked for it: nobody did.
      if (to.origin !== origin || to.pathname === '/v1/images') this.#wrong.push(`a request to ${request.url()}`);
    });
  }

  static async at(browser: Browser, url: string): Promise<Guest> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-US',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const guest = new Guest(page, url);
    await page.goto(url);
    await guest.#field.waitFor();
    return guest;
  }

  get #field() {
    return this.page.getByRole('textbox', { name: 'Message', exact: true });
  }

  /** Begins anew, so that one attack does not hide another. */
  async begin(): Promise<void> {
    await this.page.goto('about:blank').catch(() => undefined);
    this.#wrong.length = 0;
    this.longest = 0;
    await this.page.goto(this.#url);
    await this.#field.waitFor();
    this.#answers = 0;
  }

  /** Says something, reads the answer with all that is folded, and goes on typing. */
  async read(text: string): Promise<void> {
    await this.#field.fill(text);
    await this.page.keyboard.press('Enter');
    this.#answers += 1;
    await this.#whileWatching(
      this.page
        .locator('[data-row=end]')
        .nth(this.#answers - 1)
        .waitFor({ state: 'attached' }),
    );
    await this.#whileWatching(this.#unfold());
    await this.#field.fill('still here');
    await this.#field.fill('');
  }

  /** Throws where anything ran, loaded, opened or led somewhere. */
  async check(what: string): Promise<void> {
    const found = await this.page.evaluate(lookAround, new URL(EVIL).host);
    const all = [...this.#wrong, ...found];
    if (all.length > 0) throw new Error(`${what}: ${[...new Set(all)].join('; ')}`);
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }

  async #unfold(): Promise<void> {
    const folded = this.page.locator('main button[aria-expanded=false]:visible');
    for (let i = 0; i < MAX_FOLDED && (await folded.count()) > 0; i += 1) await folded.first().click();
    for (const canvas of (await this.page.locator('main canvas').all()).slice(0, MAX_FOLDED)) {
      if (await canvas.isVisible()) await canvas.hover();
    }
  }

  /** How soon the page answers while something happens. */
  async #whileWatching(work: Promise<unknown>): Promise<void> {
    let isOver = false;
    const ended = work.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const began = performance.now();
      await this.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0)));
      this.longest = Math.max(this.longest, performance.now() - began);
      await Promise.race([ended.catch(() => undefined), this.page.waitForTimeout(50)]);
    }
    await ended;
  }
}

/** A busy machine is not the page's fault. */
const PATIENCE_MS = 120_000;
const MAX_FOLDED = 20;

/** As much of the page's own world as is looked at. */
declare const document: {
  querySelectorAll(selector: string): Iterable<{
    readonly localName: string;
    readonly textContent: string | null;
    readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  }>;
};

/** Runs in the page: what is in it that only an attacker would have put there. */
function lookAround(evil: string): string[] {
  const wrong: string[] = [];
  if ('pwned' in globalThis) wrong.push('a script ran');
  for (const element of document.querySelectorAll('body *')) {
    const name = element.localName;
    if (/^(iframe|object|embed|base|frame|applet|video|audio)$/.test(name)) wrong.push(`<${name}>`);
    if (name === 'script' && element.textContent !== '') wrong.push('a script in the page');
    for (const { name: attribute, value } of element.attributes) {
      if (attribute.startsWith('on')) wrong.push(`${attribute} on <${name}>`);
      const leads = /^(href|src|srcset|action|formaction|xlink:href|data|poster|background)$/.test(attribute);
      if (leads && /^\s*(javascript|vbscript|file|data:(?!image\/(png|jpeg|gif|webp)))/i.test(value))
        wrong.push(`${attribute}=${value}`);
      const isLink = name === 'a' && attribute === 'href';
      if (leads && !isLink && value.includes(evil)) wrong.push(`${attribute}=${value} on <${name}>`);
      if (attribute === 'style' && value.includes(evil)) wrong.push(`style=${value}`);
    }
  }
  return wrong;
}
