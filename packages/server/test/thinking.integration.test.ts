import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startAgents } from './support/agents-process.ts';
import type { Block, MessagesRequest } from './support/model-server/anthropic.ts';
import { type ModelServer, type Reply, type Seen, startModelServer } from './support/model-server.ts';
import type { ServerProcess } from './support/process.ts';
import { Talk } from './support/talk.ts';

const thinking = { thinking: { type: 'enabled', budgetTokens: 1_024 } };

/** Thinks before every call, and once more before the answer. */
function script({ results }: Seen): Reply {
  const stamps = (...on: string[]) => on.map((each) => ({ name: 'stamp', args: { on: each } }));
  if (results.length === 0) return { reasoning: 'First both.', text: 'I begin.', calls: stamps('a', 'b') };
  if (results.length === 2) return { reasoning: 'One is left.', calls: stamps('c') };
  return { reasoning: 'All done.', text: `Done: ${results.join(', ')}` };
}

/** The upstream refuses results of tools without the thinking that led to them, or with another signature. */
describe('a model that signs its thinking', { timeout: 90_000 }, () => {
  let folder: string;
  let upstream: ModelServer;
  let server: ServerProcess;
  const start = () =>
    startAgents(folder, {
      MODEL_URL: upstream.baseUrl,
      MODEL_PROVIDER: 'anthropic',
      MODEL_OPTIONS: JSON.stringify(thinking),
    });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'polywire-test-'));
    await writeFile(join(folder, 'stamps'), '');
    upstream = await startModelServer(script);
    server = await start();
  });
  afterEach(async () => {
    await server.kill();
    await upstream.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('gets it back with the results of its tools, unchanged and in its place', async () => {
    const talk = await Talk.open(server.url);
    const { end, events } = await talk.say('stamp a, b and c');
    expect(end).toMatchObject({ status: 'complete', text: 'Done: stamped a, stamped b, stamped c' });
    const shown = events.flatMap((event) => (event.type === 'reasoning.delta' ? [event.delta] : [])).join('');
    expect(shown).toBe('First both.One is left.All done.');
    const kinds = saidIn(upstream.seen.at(-1)).map((blocks) => blocks.map(({ type }) => type));
    expect(kinds).toEqual([
      ['thinking', 'text', 'tool_use', 'tool_use'],
      ['thinking', 'tool_use'],
    ]);
    // The next turn needs none of it.
    upstream.script = ({ last }) => ({ reasoning: 'Easy.', text: `You said ${last}` });
    expect((await talk.say('thank you')).end).toMatchObject({ status: 'complete', text: 'You said thank you' });
  });

  it('gets it back after a kill: it is in the log', async () => {
    const moments = new EventEmitter();
    const isAsked = once(moments, 'asked');
    upstream.script = async (request) => {
      if (request.results.length < 3) return script(request);
      moments.emit('asked');
      await once(moments, 'never');
      return '';
    };
    const talk = await Talk.open(server.url);
    const run = await talk.begin('stamp a, b and c');
    await isAsked;
    await server.kill();
    upstream.script = script;
    const before = upstream.seen.length;
    server = await start();
    const { end } = await Talk.at(server.url, talk.session).rest(run);
    expect(end).toMatchObject({ status: 'complete', text: 'Done: stamped a, stamped b, stamped c' });
    expect(saidIn(upstream.seen[before]).map(([first]) => first?.thinking)).toEqual(['First both.', 'One is left.']);
  });
});

/** What the model is shown of its own answers. */
function saidIn(request: Seen | undefined): (readonly Block[])[] {
  const { messages = [] } = (request?.body ?? {}) as unknown as Partial<MessagesRequest>;
  return messages.flatMap(({ role, content }) =>
    role === 'assistant' && typeof content !== 'string' ? [content] : [],
  );
}
