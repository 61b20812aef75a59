import { setTimeout as pause } from 'node:timers/promises';
import { script } from '../../../packages/server/test/support/native.ts';
import type { Trial } from '../../contract.ts';
import { type TrialServer, withServer } from '../../lib/trial-server.ts';

const DEATHS = 3;

/** A run that ends the process whenever it goes on, beside others that do not. */
export const poison: Trial = {
  name: 'poison',
  about: { en: 'run that crashes the process again and again', zh: '反复使进程崩溃的运行' },
  tries: { long: 10, short: 1 },
  async run({ count, done }) {
    for (let n = 0; n < count; n += 1) {
      await withServer({}, poisoned);
      done();
    }
    return {
      en: `parked after exactly ${DEATHS} deaths each time; the others went on to their ends`,
      zh: `每次恰好 ${DEATHS} 次崩溃后被搁置；其他运行继续到结束`,
    };
  },
};

async function poisoned(server: TrialServer): Promise<void> {
  const [bad, asking, busy, slow] = await Promise.all([1, 2, 3, 4].map(() => server.api.newSession()));
  if (!bad || !asking || !busy || !slow) throw new Error('no sessions');
  const waiting = await server.api.start(asking, script({ ask: 'Still there?' }), 'input.requested');
  const steps = Array.from({ length: 60 }, (_, n) => ({ say: `b${n}`, times: 4, everyMs: 5 }));
  const working = await server.api.start(busy, script(...steps), 'text.delta');
  // Gets nothing done between two deaths.
  const thinking = await server.api.start(slow, script({ say: 't', times: 100, everyMs: 50 }), 'text.delta');
  // Not at once, so that the answer to the message can still come.
  const crash = { input: script({ rest: 300 }, { crash: true }) };
  const { body } = await server.api.call<{ id: string }>(`POST /v1/sessions/${bad}/runs`, crash);
  for (let deaths = 0; ; deaths += 1) {
    const end = await endOrDeath(server, body.id);
    if (end) {
      const isRight = end.code === 'CRASHED' && deaths === DEATHS;
      if (!isRight) throw new Error(`it ended so after ${deaths} deaths: ${JSON.stringify(end)}`);
      break;
    }
    if (deaths === DEATHS) throw new Error(`the run stopped the process more than ${DEATHS} times`);
    // It may die again while it starts.
    await server.begin().catch(() => undefined);
  }
  const answer = { decision: 'reply', text: 'yes' };
  const answered = await server.api.call(`POST /v1/runs/${waiting}/inputs/${waiting}.s0`, answer);
  if (answered.status !== 200) throw new Error(`the answer to another run was refused: ${JSON.stringify(answered)}`);
  for (const run of [waiting, working, thinking]) {
    const { status: end } = await endOf(server, run);
    if (end !== 'complete') throw new Error(`another run ended as ${end}`);
  }
}

/** How the run ended, or nothing when the process did. A request that fails while it lives met a connection of its past. */
async function endOrDeath(server: TrialServer, run: string): Promise<Awaited<ReturnType<typeof endOf>> | undefined> {
  while (!server.process.isOver) {
    const end = await endOf(server, run).catch(() => undefined);
    if (end) return end;
    await Promise.race([server.process.ended(), pause(100)]);
  }
  return undefined;
}

async function endOf({ api }: TrialServer, run: string): Promise<{ status: string; code?: string | undefined }> {
  const events = await api.runEvents(run);
  const end = events.at(-1);
  if (end?.type !== 'run.finished') throw new Error('the stream ended before the run');
  const fault = events.find((event) => event.type === 'error');
  return { status: end.status, code: fault?.code };
}
