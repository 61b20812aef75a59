import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { type RunEvent, STEP_NS, verify } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { startAgents } from './support/agents-process.ts';
import { type ModelServer, type Reply, startModelServer } from './support/model-server.ts';
import { Talk, type Told } from './support/talk.ts';

/** As a nightly test it is done over and over. */
const ROUNDS = process.env.POLYWIRE_LONG === '1' ? 20 : 1;
const KILLS = 4;
const LONG_ENOUGH = 150_000;
const agents = ['react', 'tot', 'got', 'got_adaptive', 'team'];

it.each(Array.from({ length: ROUNDS }, (_, i) => i + 1))(
  'goes on after every kill to the answer of an unkilled run, and repeats nothing that was finished (%i)',
  {
    timeout: LONG_ENOUGH,
  },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'polywire-test-'));
    const stamps = join(folder, 'stamps');
    await writeFile(stamps, '');
    const upstream = await startModelServer(script);
    const start = () => startAgents(folder, { MODEL_URL: upstream.baseUrl });
    let server = await start();

    const usual = await Promise.all(agents.map((agent) => Run.begin(server.url, agent, 'unkilled')));
    const expected = await Promise.all(usual.map(async (run) => (await run.whole()).end));
    expect(expected.map((end) => end?.status)).toEqual(agents.map(() => 'complete'));

    const runs = await Promise.all(agents.map((agent) => Run.begin(server.url, agent, 'killed')));
    for (let kill = 0; kill < KILLS; kill += 1) {
      await Promise.all(runs.map((run) => run.getsOn()));
      await rest(Math.random() * 80);
      await server.kill();
      const askedBefore = upstream.seen.length;
      server = await start();
      for (const run of runs) await run.moveTo(server.url, upstream, askedBefore);
    }
    const told = await Promise.all(runs.map((run) => run.whole()));
    await server.stop();
    await upstream.close();

    expect(told.map(({ end }) => [end.status, end.text])).toEqual(
      expected.map((end) => [end?.status, end?.text?.replaceAll('unkilled', 'killed')]),
    );
    for (const [i, run] of runs.entries()) {
      const one = told[i] as Told;
      expect(run.repeated(upstream), `${run.agent} asked again for what it had`).toEqual([]);
      expect(verify(one.events), run.agent).toBeUndefined();
      const cut = one
        .of('message.started')
        .filter(({ messageId }) => !one.of('message.completed').some((end) => end.messageId === messageId));
      expect(cut, `${run.agent} left a message open`).toEqual([]);
    }
    expect(told.flatMap((one) => one.of('message.completed')).some(({ interrupted }) => interrupted)).toBe(true);
    expect(told.every((one) => one.of('run.status').some(({ reason }) => reason === 'recovered'))).toBe(true);

    const lines = (await readFile(stamps, 'utf8')).split('\n').filter((line) => line.startsWith('killed'));
    const finished = told.flatMap((one) => one.of('tool.finished'));
    const cutShort = finished.filter(({ outcome }) => outcome === 'unknown').length;
    const done = finished.filter(({ outcome }) => outcome === 'ok').map(({ result }) => String(result));
    expect(new Set(done).size, 'a finished tool ran again').toBe(done.length);
    expect(lines.length).toBeLessThanOrEqual(done.length + cutShort);
    await rm(folder, { recursive: true, force: true });
  },
);

/** One run through all kills. */
class Run {
  readonly agent: string;
  readonly id: string;
  #talk: Talk;
  #steps = 0;
  /** What was asked of the model after a kill, and what it had answered durably before. */
  readonly #pasts: { readonly answered: readonly string[]; readonly askedBefore: number }[] = [];

  private constructor(agent: string, id: string, talk: Talk) {
    this.agent = agent;
    this.id = id;
    this.#talk = talk;
  }

  static async begin(url: string, agent: string, word: string): Promise<Run> {
    const talk = await Talk.open(url);
    const options = { cooperativePlanning: false };
    return new Run(agent, await talk.begin(`${word} ${agent}: do the work`, { agent, options }), talk);
  }

  whole(): Promise<Told> {
    return this.#talk.rest(this.id);
  }

  /** Waits for one more finished step, or the end. */
  async getsOn(): Promise<void> {
    const wanted = this.#steps + 1;
    let steps = 0;
    await this.#talk.until(this.id, (event) => {
      if (isStep(event)) steps += 1;
      return steps >= wanted || event.type === 'run.finished';
    });
  }

  async moveTo(url: string, upstream: ModelServer, askedBefore: number): Promise<void> {
    this.#talk = Talk.at(url, this.#talk.session);
    const { events } = await this.#talk.until(this.id, isTakenUpOrOver, this.#pasts.length + 1);
    const steps = events.filter(isStep);
    this.#steps = steps.length;
    const answered = steps.flatMap(({ state }) => {
      const text = (state as { text?: unknown } | null)?.text;
      return typeof text === 'string' && text !== '' ? [text] : [];
    });
    this.#pasts.push({ answered, askedBefore: Math.min(askedBefore, upstream.seen.length) });
  }

  /** Requests whose answers were in the log before they were made. */
  repeated(upstream: ModelServer): readonly string[] {
    return this.#pasts.flatMap(({ answered, askedBefore }) =>
      upstream.seen
        .slice(askedBefore)
        .map((request) => textOf(script(request)))
        .filter((text) => answered.includes(text)),
    );
  }
}

function isStep(event: RunEvent): event is RunEvent & { type: 'checkpoint' } {
  return event.type === 'checkpoint' && event.ns === STEP_NS;
}

function isTakenUpOrOver(event: RunEvent): boolean {
  return event.type === 'run.finished' || (event.type === 'run.status' && event.reason === 'recovered');
}

/** Every request has an answer of its own, that follows from the request alone. */
function script({
  task,
  last,
  results,
  texts,
}: Pick<ModelServer['seen'][number], 'task' | 'last' | 'results' | 'texts'>): Reply {
  const [request = ''] = last.split('\n\n');
  const name = `${request.split(':')[0]} ${task}`;
  const said = (text: string): Reply => ({ text: `${name} ${text}`, pieceChars: 6, everyMs: 12 });
  const stamps = (...on: string[]) => on.map((each) => ({ name: 'stamp', args: { on: `${name} ${each}` } }));
  const below = last.split('\n\n').at(-1) ?? '';
  switch (task) {
    case 'chat':
      if (results.length === 0) return { text: `${name} first`, calls: stamps('a', 'b'), everyMs: 12 };
      if (results.length === 2) return { text: `${name} second`, calls: stamps('c'), everyMs: 12 };
      return said(`after ${results.join(', ')}, all of this can be answered at last: ${'and so on, '.repeat(40)}.`);
    case 'tot.expand':
      return said(JSON.stringify({ candidates: [1, 2, 3].map((n) => `${below.slice(-20)} way ${n}`) }));
    case 'tot.evaluate':
      return said(JSON.stringify({ scores: [0.3, 0.9, 0.5], reason: below.slice(-30) }));
    case 'got.plan':
      return said(
        JSON.stringify({
          nodes: ['a', 'b', 'c'].map((id) => ({ id, task: `part ${id}` })),
          edges: [
            ['a', 'c'],
            ['b', 'c'],
          ],
        }),
      );
    case 'got.expand':
      return said(
        JSON.stringify({
          nodes: below.includes('Result of a') ? [{ id: 'x', task: 'more' }] : [],
          edges: [],
          of: below.slice(0, 20),
        }),
      );
    case 'team.plan':
      return said(
        JSON.stringify({
          summary: 'two',
          steps: ['one', 'two'].map((title) => ({ title, details: '', agent: 'writer' })),
        }),
      );
    case 'got.node':
    case 'team.step':
      if (results.length === 0)
        return { text: `${name} begins ${below.slice(0, 24)}`, calls: stamps(below.slice(0, 24).trim()) };
      return said(`did ${below.slice(0, 24).trim()} with ${results.join()}`);
    default:
      return said(
        `comes to an end after ${texts.length} texts, and that is the whole answer: ${'and so on, '.repeat(40)}.`,
      );
  }
}

function textOf(reply: Reply): string {
  return typeof reply === 'string' ? reply : (reply.text ?? '');
}
