import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Dialect, dialects, type Endpoint, isJsonObject, type Json, type JsonObject } from '@polywire/protocol';
import { describe, expect, it } from 'vitest';
import { conversing, RawClient } from './support/client.ts';
import { serverForAll } from './support/open-server.ts';
import type { Scene } from './support/script-agent.ts';

/** How a run ends or rests, and what it does for that. The run is moved by requests, the same for every dialect. */
const cases = {
  complete: { scenes: [{ say: 'Hi', times: 2 }] },
  error: {
    scenes: [
      { say: 'Hi', times: 2 },
      { fail: 'The model is gone', code: 'MODEL_UNAVAILABLE' },
    ],
  },
  timed_out: { scenes: [{ say: 'Hi', times: 2 }, { rounds: 51 }] },
  stopped: { scenes: [{ tool: 'slow', takesMs: 600_000 }], act: 'stop' },
  awaiting_input: { scenes: [{ ask: 'Which colour?' }] },
  paused: { scenes: Array.from({ length: 3_000 }, () => ({ say: 'Hi', everyMs: 2 })), act: 'pause' },
} as const satisfies Record<string, { scenes: readonly Scene[]; act?: string }>;
type Status = keyof typeof cases;

/** fixtures/<dialect>/endings.json: the last frames of each state, as far as they must be as they are. */
type Endings = Readonly<Record<Status, readonly JsonObject[]>>;
interface Fixture {
  /** Frames that may come between them. */
  readonly beside: readonly JsonObject[];
  /** Whether a socket is closed at the end of a run. */
  readonly closes: boolean;
  readonly '*'?: Endings;
  readonly ws?: Endings;
  readonly ndjson?: Endings;
}

function fixtureOf(dialect: Dialect): Fixture {
  const file = new URL(`../../conformance/fixtures/${dialect.name}/endings.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

const { server, native } = serverForAll();

const wires = dialects.flatMap((dialect) =>
  conversing(dialect).map((endpoint) => ({
    wire: `${dialect.name} ${endpoint.framing} ${endpoint.path}`,
    dialect,
    endpoint,
  })),
);

describe.each(wires)('$wire', ({ dialect, endpoint }) => {
  const { beside, closes, ...endings } = fixtureOf(dialect);
  const expected = (endings[endpoint.framing as 'ws' | 'ndjson'] ?? endings['*']) as Endings;
  const tail = (client: RawClient, count: number) =>
    client.frames
      .map(({ data }) => JSON.parse(data) as JsonObject)
      .filter((frame) => !beside.some((pattern) => contains(frame, pattern)))
      .slice(count === 0 ? Number.MAX_SAFE_INTEGER : -count);

  it.each(Object.keys(cases) as Status[])('%s', async (status) => {
    const client = await open(dialect, endpoint);
    const { scenes, act } = { act: undefined, ...cases[status] };
    await client.send({ type: 'message.send', text: JSON.stringify(scenes) });
    const run = await latestRun();
    if (act) {
      await native.runEvents(run, ({ type }) => type === 'tool.started' || type === 'text.delta');
      expect((await native.call(`POST /v1/runs/${run}/${act}`)).status).toBe(200);
    }
    await native.runEvents(run, (event) => 'status' in event && event.status === status);

    const last = expected[status].at(-1);
    await client.until((c) => c.isClosed || !last || contains(tail(c, 1)[0] ?? null, last));
    expect(tail(client, expected[status].length)).toMatchObject(expected[status]);
    const isOver = status !== 'paused' && (status !== 'awaiting_input' || endpoint.framing !== 'ws');
    const isClosed = isOver && (endpoint.framing !== 'ws' || closes);
    if (isClosed) await client.until((c) => c.isClosed);
    expect(client.isClosed).toBe(isClosed);
    client.cut();
    await native.call(`POST /v1/runs/${run}/stop`);
  });
});

/** Like toMatchObject, as a question. */
function contains(value: Json, pattern: Json): boolean {
  if (Array.isArray(pattern)) {
    return Array.isArray(value) && pattern.every((each, i) => contains(value[i] ?? null, each));
  }
  if (!isJsonObject(pattern)) return value === pattern;
  return isJsonObject(value) && Object.entries(pattern).every(([key, inner]) => contains(value[key] ?? null, inner));
}

async function latestRun(): Promise<string> {
  for (;;) {
    const { body } = await native.call<{ sessions: { id: string }[] }>('GET /v1/sessions?limit=1');
    const [session] = body.sessions;
    const runs = session && (await native.call<{ runs: { id: string }[] }>(`GET /v1/sessions/${session.id}/runs`));
    const run = runs?.body.runs.at(-1)?.id;
    if (run !== undefined && !seen.has(run)) {
      seen.add(run);
      return run;
    }
  }
}
const seen = new Set<string>();

let numbers = 5_000;
function open(dialect: Dialect, endpoint: Endpoint): Promise<RawClient> {
  numbers += 1;
  const name = dialect.traits.sessionIds === 'integer' ? String(numbers) : randomUUID();
  return RawClient.open(server.url, { dialect, endpoint, ...(endpoint.session === 'path' && { session: name }) });
}
