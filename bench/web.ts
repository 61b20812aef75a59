import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../packages/web/test/chromium.ts';
import { openStage, type Stage } from '../packages/web/test/support/stage.ts';
import { browser as findBrowser } from '../scripts/lib/browser.mjs';
import { build } from '../scripts/lib/build.mjs';
import { machine } from './lib/machine.ts';
import { median } from './lib/median.ts';
import { progress } from './lib/progress.ts';
import { table } from './lib/table.ts';
import { many, SECONDS, stream } from './web/plays.ts';
import { words as w } from './web/words.ts';

/** How busy a page is while something is streamed to it, and while a long session is scrolled. */
const ROUNDS = 3;
const GOAL = 50;

interface Busy {
  /** Share of the time, in percent. */
  readonly busy: number;
  readonly longest: number;
}

process.env.CHROMIUM ??= await findBrowser();
await build();
const [browser, stage] = await Promise.all([launchChromium(), openStage()]);
stage.play('stream', stream);
stage.play('many', many);
const before = machine();
const show = progress(w.working, ROUNDS * 2 + 1);
const results: Record<'ours' | 'plain', Busy[]> = { ours: [], plain: [] };
for (let round = 0; round < ROUNDS; round += 1) {
  show(round * 2);
  results.ours.push(await streamed(browser, stage, openOurs));
  show(round * 2 + 1);
  results.plain.push(await streamed(browser, stage, openPlain));
}
show(ROUNDS * 2);
const late = await scrolled(browser, stage);
show(ROUNDS * 2 + 1);
await browser.close();
await stage.close();

const shown = (side: 'ours' | 'plain') => [
  w[side],
  median(results[side].map(({ busy }) => busy)),
  median(results[side].map(({ longest }) => longest)),
];
const busy = median(results.ours.map((each) => each.busy));
console.log(`\n${w.machine}: ${before} → ${machine().split('load ')[1]}\n\n${w.stream}\n`);
console.log(table([w.page, w.busy, w.longest], [shown('ours'), shown('plain')]));
console.log(`\n${w.scroll}\n\n${table([w.page, w.frames], [[w.ours, late]])}`);
console.log(`\n${w.goal(busy.toFixed(1))} ${busy < GOAL ? w.met : w.missed}`);
process.exitCode = busy < GOAL ? 0 : 1;

type Open = (page: Page, url: string, session: string) => Promise<void>;

/** Sends the message from outside, so that both pages only watch. */
async function streamed(from: Browser, { url }: Stage, open: Open): Promise<Busy> {
  const session = await post<{ id: string }>(`${url}/v1/sessions`, {});
  const context = await from.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await open(page, url, session.id);
  await page.evaluate(watchTasks);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable');
  await post(`${url}/v1/sessions/${session.id}/runs`, { input: 'stream' });
  await page.getByText('word 7').first().waitFor();
  const first = await metrics(cdp);
  await page.waitForTimeout((SECONDS - 1) * 1000);
  const last = await metrics(cdp);
  const longest = await page.evaluate(() => (globalThis as unknown as { longest: number }).longest);
  await context.close();
  return { busy: (100 * (last.task - first.task)) / (last.at - first.at), longest };
}

async function openOurs(page: Page, url: string, session: string): Promise<void> {
  await page.goto(`${url}/#/s/${session}`);
  await page.getByRole('textbox').first().waitFor();
}

/** Nothing but text nodes in a paragraph. */
async function openPlain(page: Page, url: string, session: string): Promise<void> {
  await page.goto(`${url}/theme.js`);
  await page.evaluate((id) => {
    document.body.textContent = '';
    const place = document.body.appendChild(document.createElement('p'));
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/v1/sessions/${id}/events`);
    socket.onmessage = ({ data }) => {
      const event = JSON.parse(String(data)) as { type: string; delta?: string };
      if (event.type === 'text.delta') place.append(event.delta ?? '');
    };
  }, session);
}

function watchTasks(): void {
  const seen = globalThis as unknown as { longest: number };
  seen.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
  }).observe({ type: 'longtask' });
}

async function metrics(cdp: { send(method: 'Performance.getMetrics'): Promise<{ metrics: Metric[] }> }) {
  const { metrics: list } = await cdp.send('Performance.getMetrics');
  const value = (name: string) => list.find((metric) => metric.name === name)?.value ?? 0;
  return { task: value('TaskDuration'), at: value('Timestamp') };
}
interface Metric {
  readonly name: string;
  readonly value: number;
}

async function scrolled(from: Browser, { url }: Stage): Promise<number> {
  const session = await post<{ id: string }>(`${url}/v1/sessions`, {});
  await post(`${url}/v1/sessions/${session.id}/runs`, { input: 'many' });
  const context = await from.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await openOurs(page, url, session.id);
  await page.getByText('Message 1999').waitFor();
  const times = await page.getByRole('region', { name: /^(Conversation|对话)$/ }).evaluate(async (element) => {
    const taken: number[] = [];
    let last = performance.now();
    for (let i = 0; i < 120; i += 1) {
      element.scrollTop -= element.clientHeight;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = performance.now();
      taken.push(now - last);
      last = now;
    }
    return taken;
  });
  await context.close();
  return (100 * times.filter((time) => time > 50).length) / times.length;
}

async function post<T>(address: string, body: object): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as T;
}
