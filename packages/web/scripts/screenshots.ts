/**
 * `npm run screenshots [folder]`: every state of the page in both languages, themes and widths. The few that the README
 * shows go to docs/images; with a folder, all of them go there.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { build } from '../../../scripts/lib/build.mjs';
import { launchChromium } from '../test/chromium.ts';
import { openGallery } from '../test/support/gallery.ts';
import { type Look, looks, phone, wide } from '../test/support/looks.ts';
import { openServer } from '../test/support/stage.ts';
import { states } from '../test/support/states.ts';
import { Visitor } from '../test/support/visitor.ts';

/** What the README shows: the server as it comes, with the offline model. */
interface Kept {
  readonly file: string;
  readonly look: Look;
  readonly agent?: string;
  take(visitor: Visitor): Promise<void>;
}

const kept: readonly Kept[] = [
  {
    file: 'page-light.png',
    look: { language: 'en', theme: 'light', width: 1280, height: 960 },
    async take(visitor) {
      await visitor.ask('Draw a bar chart of this data:\nmonth,sales\nJan,120\nFeb,180\nMar,150\nApr,210');
      await visitor.page.locator('canvas').first().waitFor();
      await visitor.answered();
      await visitor.page.getByRole('region', { name: 'Conversation' }).evaluate((element) => element.scrollTo(0, 0));
      await visitor.page.locator('canvas').first().waitFor();
    },
  },
  {
    file: 'page-dark.png',
    look: { language: 'en', theme: 'dark', ...wide },
    agent: 'tot',
    async take(visitor) {
      await visitor.ask('Which is better for a small team: a shared flat or a hotel?');
      await visitor.answered();
      await visitor.button('Graph view').click();
      await visitor.page.locator('.react-flow__node').first().waitFor();
    },
  },
  {
    file: 'page-phone.png',
    look: { language: 'zh', theme: 'light', ...phone },
    agent: 'team',
    async take(visitor) {
      await visitor.ask('策划一次小型花园聚会并写一份邀请函');
      await visitor.button('接受计划').waitFor();
    },
  },
];

await build();
const browser = await launchChromium();
const folder = process.argv[2];
if (folder === undefined) await forReadme(browser, fileURLToPath(new URL('../../../docs/images/', import.meta.url)));
else await ofEverything(browser, folder);
await browser.close();

async function ofEverything(from: Browser, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const gallery = await openGallery(from);
  for (const state of states) {
    for (const look of looks) {
      const { page } = await gallery.show(state, look);
      await keep(page, join(to, `${state.name}-${look.language}-${look.theme}-${look.width}.png`));
    }
  }
  await gallery.close();
}

async function forReadme(from: Browser, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const server = await openServer();
  for (const { file, look, agent, take } of kept) {
    const path = agent === undefined ? '' : `/#/s/${await sessionWith(server.url, agent)}`;
    const visitor = await Visitor.at(from, server.url + path, look);
    await take(visitor);
    // The last things to come are drawn when nothing is on its way any more.
    await visitor.page.waitForLoadState('networkidle');
    await keep(visitor.page, join(to, file));
    await visitor.close();
  }
  await server.close();
}

async function keep(page: Page, path: string): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.screenshot({ path });
  console.log(path);
}

async function sessionWith(url: string, agent: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/v1/sessions`, { method: 'POST', headers, body: JSON.stringify({ agent }) });
  return ((await response.json()) as { id: string }).id;
}
