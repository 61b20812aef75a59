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
import { everything } from '../test/support/everything.ts';
import { openServer, openStage, type Stage } from '../test/support/stage.ts';

interface Look {
  readonly language: 'en' | 'zh';
  readonly theme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
}
interface Shot {
  readonly name: string;
  readonly agent?: string;
  /** The server it needs: one with the offline model, or the one that shows everything. */
  readonly on: 'server' | 'stage';
  take(page: Page, language: Look['language']): Promise<void>;
}

const wide = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
const looks: readonly Look[] = (['en', 'zh'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((theme) => [
    { language, theme, ...wide },
    { language, theme, ...phone },
  ]),
);

const texts = {
  en: {
    chart: 'Draw a bar chart of this data:\nmonth,sales\nJan,120\nFeb,180\nMar,150\nApr,210',
    team: 'Plan a small garden party and write the invitation',
    tot: 'Which is better for a small team: a shared flat or a hotel?',
  },
  zh: {
    chart: '用下面的数据画柱状图：\n月份,销量\n一月,120\n二月,180\n三月,150\n四月,210',
    team: '策划一次小型花园聚会并写一份邀请函',
    tot: '小团队出差，合租公寓和酒店哪个更好？',
  },
} as const;

const shots: readonly Shot[] = [
  { name: 'start', on: 'server', take: async () => undefined },
  {
    name: 'chart',
    on: 'server',
    async take(page, language) {
      await ask(page, texts[language].chart);
      await page.locator('canvas').first().waitFor();
      await page.locator('[data-row=end]').first().waitFor();
      await page.getByRole('region', { name: /^(Conversation|对话)$/ }).evaluate((element) => element.scrollTo(0, 0));
      await page.locator('canvas').first().waitFor();
    },
  },
  {
    name: 'plan',
    on: 'server',
    agent: 'team',
    async take(page, language) {
      await ask(page, texts[language].team);
      await page.getByRole('button', { name: /Accept plan|接受计划/ }).waitFor();
    },
  },
  {
    name: 'thoughts',
    on: 'server',
    agent: 'tot',
    async take(page, language) {
      await ask(page, texts[language].tot);
      await page.locator('[data-row=end]').first().waitFor();
      await page.getByRole('button', { name: /^(Graph view|图形视图)$/ }).click();
      await page.locator('.react-flow__node').first().waitFor();
    },
  },
  {
    name: 'everything',
    on: 'stage',
    async take(page) {
      await ask(page, 'everything');
      await page.getByRole('button', { name: /^(Approve|批准)$/ }).waitFor();
    },
  },
  {
    name: 'developer',
    on: 'stage',
    async take(page) {
      await ask(page, 'everything');
      await page.getByRole('button', { name: /^(Approve|批准)$/ }).waitFor();
      await page.getByRole('button', { name: /^(Developer panel|开发者面板)$/ }).click();
      await page.locator('[data-frame-row]').first().waitFor();
    },
  },
];

/** What the README shows. */
const kept: readonly { readonly shot: string; readonly look: Look; readonly file: string }[] = [
  { shot: 'chart', look: { language: 'en', theme: 'light', width: 1280, height: 960 }, file: 'page-light.png' },
  { shot: 'thoughts', look: { language: 'en', theme: 'dark', ...wide }, file: 'page-dark.png' },
  { shot: 'plan', look: { language: 'zh', theme: 'light', ...phone }, file: 'page-phone.png' },
];

const folder = process.argv[2];
await build();
const [browser, server, stage] = await Promise.all([launchChromium(), openServer(), openStage()]);
stage.play('everything', everything);
const places = { server: server.url, stage: stage.url };
if (folder === undefined) {
  const images = fileURLToPath(new URL('../../../docs/images/', import.meta.url));
  await mkdir(images, { recursive: true });
  for (const { shot, look, file } of kept) await shoot(browser, find(shot), look, join(images, file));
} else {
  await mkdir(folder, { recursive: true });
  for (const shot of shots) {
    for (const look of looks) {
      const file = `${shot.name}-${look.language}-${look.theme}-${look.width}.png`;
      await shoot(browser, shot, look, join(folder, file));
    }
  }
}
await browser.close();
await server.close();
await (stage satisfies Stage).close();

async function shoot(from: Browser, shot: Shot, look: Look, path: string): Promise<void> {
  const { language, theme, width, height } = look;
  const context = await from.newContext({
    viewport: { width, height },
    locale: language === 'zh' ? 'zh-CN' : 'en-US',
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(places[shot.on] + (shot.agent ? `/#/s/${await sessionWith(places[shot.on], shot.agent)}` : ''));
  await page.getByRole('textbox').first().waitFor();
  await shot.take(page, language);
  // The last things to come are drawn when nothing is on its way any more.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.screenshot({ path });
  console.log(path);
  await context.close();
}

async function ask(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^(Message|消息)$/ }).fill(text);
  await page.keyboard.press('Enter');
}

async function sessionWith(url: string, agent: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/v1/sessions`, { method: 'POST', headers, body: JSON.stringify({ agent }) });
  return ((await response.json()) as { id: string }).id;
}

function find(name: string): Shot {
  const shot = shots.find((each) => each.name === name);
  if (!shot) throw new Error(`there is no shot ${name}`);
  return shot;
}
