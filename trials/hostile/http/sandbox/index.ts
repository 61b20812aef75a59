import { access } from 'node:fs/promises';
import type { Trial } from '../../../contract.ts';
import { passes } from '../../../lib/passes.ts';
import { mustAnswerSoon } from '../../wire/stage/bearable.ts';
import { bombs, codeEscapes, type Escape, leftOutside, sqlEscapes } from './corpus.ts';
import { Yard } from './yard.ts';

/** The rest of them is among the unit tests, where no server has to start. */
const SHORT = 3;

/** Code and SQL that a model wrote have nothing of the machine they run on. */
export const escapes: Trial = {
  name: 'escapes',
  about: {
    en: 'Code and SQL of a model that want out: host objects, modules, files, network, settings, extensions',
    zh: '模型编写的代码与 SQL 企图逃逸：宿主对象、模块、文件、网络、配置、扩展',
  },
  tries: { long: codeEscapes.length + sqlEscapes.length, short: SHORT },
  async run(tries) {
    const all = [...codeEscapes, ...sqlEscapes].slice(0, tries.count <= SHORT ? SHORT : undefined);
    const yard = await Yard.open({ isWatched: false });
    try {
      await passes(tries, all, async (each) => judge(each, await yard.use(each)));
      for (const made of leftOutside) await isMissing(made);
      return { en: `${all.length} ways: none led out`, zh: `${all.length} 种方式：均未逃逸` };
    } finally {
      await yard.close();
    }
  },
};

/** What would use up a machine is ended, and the server answers others as before. */
export const exhaustion: Trial = {
  name: 'exhaustion',
  about: {
    en: 'Code and SQL of a model that never end or want all memory, stack, time and output, with a client beside',
    zh: '模型编写的代码与 SQL 永不结束或耗尽内存、栈、时间、输出，同时有正常客户端在旁',
  },
  tries: { long: bombs.length, short: 0 },
  async run(tries) {
    const yard = await Yard.open({ isWatched: true });
    try {
      const quiet = await yard.report();
      const before = await yard.rss();
      await passes(tries, bombs, async (bomb) => {
        const { outcome, result } = await yard.use(bomb);
        const size = JSON.stringify(result ?? null).length;
        if (outcome !== 'error' && size > MAX_RESULT_CHARS) throw new Error(`${bomb.what} gave ${size} characters`);
      });
      const beside = await yard.report();
      mustAnswerSoon(beside, quiet);
      if (beside.max > MAX_WAIT_MS) throw new Error(`another client waited ${Math.round(beside.max)} ms`);
      const grown = Math.max(0, (await yard.rss()) - before) / MIB;
      if (grown > MAX_GROWTH_MB) throw new Error(`the server grew by ${Math.round(grown)} MiB`);
      const shown = `${ms(quiet.p99)} → ${ms(beside.p99)} ms`;
      return {
        en: `each ended; a client beside: ${beside.runs} runs, all right, p99 of an answer ${shown}; the server grew by ${Math.round(grown)} MiB`,
        zh: `全部终止；旁边的客户端 ${beside.runs} 次运行均正确，应答 p99 ${shown}；服务器内存增长 ${Math.round(grown)} MiB`,
      };
    } finally {
      await yard.close();
    }
  },
};

const MIB = 1024 * 1024;
/** What a tool may put before a model. */
const MAX_RESULT_CHARS = 2_500_000;
/** Whoever waits so long was forgotten: a busy machine alone does not explain it. */
const MAX_WAIT_MS = 5_000;
const MAX_GROWTH_MB = 300;

function judge({ what, result: right }: Escape, { outcome, result }: { outcome: string; result: unknown }): void {
  if (outcome === 'error') {
    if (right === undefined) return;
    throw new Error(`${what}: ${JSON.stringify(result)}, not ${JSON.stringify(right)}`);
  }
  const given = (result as { result?: unknown } | undefined)?.result;
  const isRight = right !== undefined && JSON.stringify(given) === JSON.stringify(right);
  // Nothing was expected of it but that it gives nothing away.
  const isHarmless = right === undefined && !/root:|bin\/|"content"/.test(JSON.stringify(result));
  if (!isRight && !isHarmless) throw new Error(`${what}: ${JSON.stringify(result)}, not ${JSON.stringify(right)}`);
}

async function isMissing(path: string): Promise<void> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw new Error(`${path} was written`);
}

function ms(value: number): string {
  return value.toFixed(1);
}
