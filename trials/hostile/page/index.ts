import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromiumPath, launchChromium } from '../../../packages/web/test/chromium.ts';
import { openStage } from '../../../packages/web/test/support/stage.ts';
import type { Trial } from '../../contract.ts';
import { passes } from '../../lib/passes.ts';
import { Guest } from './guest.ts';
import { attacks } from './plays.ts';

const built = fileURLToPath(new URL('../../../packages/web/dist/index.html', import.meta.url));

/** Whatever is written to be shown is only ever shown. */
const rendering: Trial = {
  name: 'rendering',
  about: {
    en: 'What the page shows, written to run, load, open or stall: Markdown, HTML, links, images, charts, tool results, huge and deep texts, in Chromium',
    zh: '在 Chromium 中显示蓄意执行、加载、跳转或拖垮页面的内容：Markdown、HTML、链接、图片、图表、工具结果、超长与深层文本',
  },
  tries: { long: attacks.length, short: 8 },
  needs() {
    if (!existsSync(built))
      return { en: 'the page is not built: npm start builds it', zh: '页面尚未构建：npm start 会构建' };
    if (!existsSync(chromiumPath())) return { en: 'there is no Chromium here', zh: '此处没有 Chromium' };
    return undefined;
  },
  async run(tries) {
    const [stage, browser] = await Promise.all([openStage(), launchChromium()]);
    try {
      const guest = await Guest.at(browser, stage.url);
      for (const { what, asks = what, play } of attacks) stage.play(asks, play);
      // The first ones are about everything that can run; the rest is about time.
      let slowest = { what: '', ms: 0 };
      const chosen = tries.count < attacks.length ? attacks.slice(0, tries.count) : attacks;
      await passes(tries, chosen, async ({ what, asks = what }) => {
        await guest.begin();
        await guest.read(asks).catch((cause: Error) => {
          throw new Error(`${what}: ${cause.message.split('\n')[0]}`, { cause });
        });
        await guest.check(what);
        const ms = Math.round(guest.longest);
        if (ms > MAX_WAIT_MS) throw new Error(`${what}: the reader waited ${ms} ms`);
        if (ms > slowest.ms) slowest = { what, ms };
      });
      return {
        en: `${chosen.length} answers: nothing ran, nothing left the page; its reader waited ${slowest.ms} ms at most (${slowest.what})`,
        zh: `${chosen.length} 种回答：未执行任何脚本，无外发请求；读者最长等待 ${slowest.ms} 毫秒（${slowest.what}）`,
      };
    } finally {
      await browser.close();
      await stage.close();
    }
  },
};

/** With ten programs at work for each core, the page takes half of this for the worst of them. */
const MAX_WAIT_MS = 6_000;

/** Attacks on who reads. */
export const page: readonly Trial[] = [rendering];
