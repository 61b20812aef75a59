import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { currentTest, keepPicture } from './artifacts.ts';

export interface VisitOptions {
  readonly language?: 'en' | 'zh';
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  /** Another page of the same browser profile: it shares what the first has kept. */
  readonly context?: BrowserContext;
}

/** Somebody at the page, who counts what it takes: clicks and keys, not the letters of a text. */
export class Visitor {
  readonly page: Page;
  /** Mistakes of the page, and what the content policy refused. */
  readonly problems: string[] = [];
  count = 0;

  private constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.problems.push(error.message));
    page.on('console', (message) => {
      const text = message.text();
      if (/content security policy|refused to/i.test(text)) this.problems.push(text);
    });
  }

  static async at(browser: Browser, url: string, options: VisitOptions = {}): Promise<Visitor> {
    const { language = 'en', theme = 'light', width = 1280, height = 800 } = options;
    const context =
      options.context ??
      (await browser.newContext({
        viewport: { width, height },
        locale: language === 'zh' ? 'zh-CN' : 'en-US',
        colorScheme: theme,
        reducedMotion: 'reduce',
        permissions: ['clipboard-read', 'clipboard-write'],
      }));
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const visitor = new Visitor(page);
    await page.goto(url);
    await visitor.field.waitFor();
    return visitor;
  }

  /** Opens the page anew, whatever state it was in. */
  async return(url: string): Promise<void> {
    await this.page.context().setOffline(false);
    await this.page.goto(url);
    await this.field.waitFor();
  }

  get field(): Locator {
    return this.page.getByRole('textbox', { name: /^(Message|消息)$/ });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
  }

  async click(target: Locator): Promise<void> {
    this.count += 1;
    await target.click();
  }

  async press(key: string): Promise<void> {
    this.count += 1;
    await this.page.keyboard.press(key);
  }

  /** Types where the focus is. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.insertText(text);
  }

  /** Says something and waits for the end of the run. */
  async ask(text: string): Promise<void> {
    await this.field.fill(text);
    // A menu that closes gives the focus back to its button, maybe only now.
    await this.field.press('Enter');
  }

  /** Waits until a run has ended: its last row is there. */
  async answered(times = 1): Promise<void> {
    await this.page
      .locator('[data-row=end]')
      .nth(times - 1)
      .waitFor();
  }

  rows(kind: string): Locator {
    return this.page.locator(`[data-row=${kind}]`);
  }

  /** The last that was to be seen is kept beside the others of the run. */
  async close(): Promise<void> {
    if (this.page.isClosed()) return;
    const test = await currentTest();
    if (test !== undefined) await keepPicture(this.page, 'tests', test);
    await this.page.context().close();
  }
}
