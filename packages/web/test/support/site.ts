import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchChromium } from '../chromium.ts';
import { type VisitOptions, Visitor } from './visitor.ts';

interface Closable {
  close(): Promise<unknown>;
}

/** A browser for all tests of a file. What a test opens by it is closed after the test. */
export interface Guests {
  readonly browser: Browser;
  use<T extends Closable>(opening: Promise<T>): Promise<T>;
  /** Somebody at a page, who must not meet a mistake of it. */
  visit(url: string, options?: VisitOptions): Promise<Visitor>;
}

export function openBrowser(): Guests {
  let browser: Browser;
  const opened: Closable[] = [];
  const visitors: Visitor[] = [];
  const use = async <T extends Closable>(opening: Promise<T>): Promise<T> => {
    const thing = await opening;
    opened.push(thing);
    return thing;
  };
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async () => {
    for (const thing of opened.splice(0).reverse()) await thing.close();
    expect(visitors.splice(0).flatMap(({ problems }) => problems)).toEqual([]);
  });
  afterAll(() => browser?.close());
  return {
    get browser() {
      return browser;
    },
    use,
    async visit(url, options) {
      const visitor = await use(Visitor.at(browser, url, options));
      visitors.push(visitor);
      return visitor;
    },
  };
}

/** A server beside it, also for all tests of the file. */
export interface Site<S> extends Omit<Guests, 'visit'> {
  readonly server: S;
  /** At the server's page, or at another address. */
  visit(options?: VisitOptions, address?: string): Promise<Visitor>;
}

export function openSite<S extends Closable & { readonly url: string }>(open: () => Promise<S>): Site<S> {
  const guests = openBrowser();
  let server: S;
  beforeAll(async () => {
    server = await open();
  });
  afterAll(() => server?.close());
  return {
    get browser() {
      return guests.browser;
    },
    get server() {
      return server;
    },
    use: guests.use,
    visit: (options, address = '/') => guests.visit(new URL(address, server.url).href, options),
  };
}
