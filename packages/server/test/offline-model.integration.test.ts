import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json, JsonObject } from '@polywire/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createModels } from '../src/models/registry.ts';
import { addDocuments, type TestDocument } from './support/documents.ts';
import { type TestServer, testServer } from './support/server.ts';
import { Talk, type Told } from './support/talk.ts';

/** What somebody asks, and what has to come of it. */
interface Row {
  readonly id: string;
  readonly prompt: string;
  /** What there is before: documents, files given along, things said. */
  readonly setup?: {
    readonly documents?: readonly TestDocument[];
    readonly files?: readonly { readonly name: string; readonly content: string }[];
    readonly says?: readonly string[];
  };
  /** Any of these; `text` is an answer without a tool. */
  readonly tool: readonly string[];
  /** By the argument's name; `*` is all of them together. */
  readonly args?: Readonly<Record<string, Matcher>>;
  readonly result?: Matcher;
  readonly answer?: Matcher;
  /** How many calls there must be. */
  readonly calls?: number;
}

interface Matcher {
  readonly all?: readonly string[];
  readonly any?: readonly string[];
  readonly count?: number;
  readonly shorterThan?: number;
}

/** Each was written by somebody who had not read the model, the second one long after the model was made. */
const lists = [
  { name: 'first', rows: await rowsIn('prompts.json'), least: 0.8 },
  { name: 'second', rows: await rowsIn('prompts-second.json'), least: 0.8 },
];
const rows = lists.flatMap((list) => list.rows);
const models = createModels({ models: {}, offline: { charsPerSecond: 0 } }, {});
const built = { agents: undefined as never, models };
const AT_ONCE = 6;
/** Whoever works on the model sees which rows fail, not what they say: it must not be written from the list. */
const TELLS_WHY = process.env.POLYWIRE_WHY === '1';

let server: TestServer;
beforeAll(async () => {
  server = await offlineServer(lists.flatMap((list) => documentsOf(list.rows)));
});
afterAll(() => server.close());

it('is asked enough', () => expect(lists[0]?.rows.length).toBeGreaterThanOrEqual(60));

it.each(lists)(
  'reaches the right tool with the right arguments for the $name list of what people ask',
  {
    timeout: 240_000,
  },
  async ({ name, rows, least }) => {
    const failed: string[] = [];
    const left = [...rows];
    const work = async () => {
      for (let row = left.shift(); row; row = left.shift()) {
        const why = await shortfall(row);
        if (why !== undefined) failed.push(TELLS_WHY ? `${row.id}: ${why}` : row.id);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const reached = rows.length - failed.length;
    console.log([`${reached} of ${rows.length} prompts of the ${name} list`, ...failed.sort()].join('\n'));
    expect(reached / rows.length).toBeGreaterThanOrEqual(least);
  },
);

it('was not written from the list', async () => {
  const sources = await sourcesUnder(new URL('../src/models/', import.meta.url));
  const quoted = rows.filter(({ prompt }) => prompt.length > 14 && sources.includes(prompt.slice(0, 40)));
  expect(quoted.map(({ id }) => id)).toEqual([]);
});

it('answers another number with another number', async () => {
  const answers = await Promise.all(['What is 125 * 37?', 'What is 125 * 38?'].map((text) => answerTo(text)));
  expect(answers[0]).toMatch(/4,?625/);
  expect(answers[1]).toMatch(/4,?750/);
});

it('answers another document with another answer', { timeout: 60_000 }, async () => {
  for (const hour of ['nine', 'eleven']) {
    const text = `The reading room of the Harbour Library opens at ${hour} in the morning.`;
    const other = await offlineServer([{ title: 'Harbour Library', text }]);
    const answer = await answerTo(
      'Search the documents: when does the reading room of the Harbour Library open?',
      other,
    );
    await other.close();
    expect(answer).toContain(hour);
  }
});

it('answers another table with another chart and other figures', { timeout: 60_000 }, async () => {
  const table = (march: number) => `month,sales\nJan,120\nFeb,95\nMar,${march}`;
  const told = await Promise.all(
    [143, 171].map(async (march) =>
      (await Talk.open(server.url)).say(`Analyse this CSV and draw a bar chart:\n${table(march)}`),
    ),
  );
  const charts = told.map((one) => JSON.stringify(one.of('chart').map(({ options }) => options)));
  expect(charts[0]).toContain('143');
  expect(charts[1]).toContain('171');
  expect(told[0]?.end.text).not.toBe(told[1]?.end.text);
});

it('shows a picture by its event, and writes no address that front ends from elsewhere could not follow', async () => {
  const told = await (await Talk.open(server.url)).say('Draw a diagram of the ferry: quay, ramp, deck');
  expect(told.of('image')).toMatchObject([{ url: expect.stringMatching(/^\/files\//) }]);
  expect(told.texts.join('\n')).not.toContain('/files/');
});

it('says in its first answer what it is and how to connect another, and not again', async () => {
  const talk = await Talk.open(server.url);
  const first = await talk.say('你好');
  const second = await talk.say('再见');
  expect(first.end.text).toMatch(/离线/);
  expect(first.end.text).toContain('POLYWIRE_MODEL');
  expect(second.end.text).not.toContain('POLYWIRE_MODEL');
});

async function rowsIn(name: string): Promise<readonly Row[]> {
  return JSON.parse(await readFile(new URL(`./offline/${name}`, import.meta.url), 'utf8')) as Row[];
}

/** The documents that a list speaks of: the same ones for all its rows. */
function documentsOf(rows: readonly Row[]): readonly TestDocument[] {
  return rows.find(({ setup }) => setup?.documents)?.setup?.documents ?? [];
}

async function offlineServer(documents: readonly TestDocument[]): Promise<TestServer> {
  const data = await mkdtemp(join(tmpdir(), 'polywire-test-'));
  await addDocuments(data, documents);
  return testServer({ data, ownDocs: false, wireLimits: { messagesPerMinute: 0 } }, built);
}

async function answerTo(text: string, at = server): Promise<string> {
  const told = await (await Talk.open(at.url)).say(text);
  return told.end.text ?? '';
}

/** What is wrong with what came of a prompt; nothing where it is right. */
async function shortfall({
  prompt,
  setup,
  tool,
  args = {},
  result,
  answer,
  calls = 1,
}: Row): Promise<string | undefined> {
  const talk = await Talk.open(server.url);
  const more = { options: { approvalPolicy: 'never' } };
  for (const said of setup?.says ?? []) await talk.say(said, more);
  const attachments = (setup?.files ?? []).map(({ name, content }) => ({
    name,
    mediaType: 'text/csv',
    content,
  }));
  const told = await talk.say(prompt, { ...more, ...(attachments.length > 0 && { attachments }) });
  if (told.end.status !== 'complete') return `${told.end.status} ${told.end.reason ?? ''}`;
  if (answer && !fits(told.end.text ?? '', answer))
    return `the answer is ${JSON.stringify(told.end.text?.slice(0, 160))}`;
  const made = callsOf(told);
  const right = made.filter(
    (call) => tool.includes(call.name) && argsFit(call.args, args) && (!result || fits(textOf(call.result), result)),
  );
  if (right.length >= calls || (made.length === 0 && tool.includes('text'))) return undefined;
  return made.length === 0
    ? 'no tool'
    : made.map(({ name, args }) => `${name} ${JSON.stringify(args)}`.slice(0, 200)).join('; ');
}

function callsOf(told: Told): readonly { name: string; args: JsonObject; result: Json }[] {
  return told.of('tool.call').map(({ callId, name, args }) => ({
    name,
    args: args ?? {},
    result: told.of('tool.finished').find((end) => end.callId === callId)?.result ?? null,
  }));
}

function argsFit(args: JsonObject, wanted: Readonly<Record<string, Matcher>>): boolean {
  return Object.entries(wanted).every(([name, matcher]) => fits((name === '*' ? args : args[name]) ?? null, matcher));
}

function fits(value: Json, { all = [], any, count = 0, shorterThan = Number.POSITIVE_INFINITY }: Matcher): boolean {
  const text = textOf(value).toLowerCase();
  const has = (part: string) => text.includes(part.toLowerCase());
  const size = Array.isArray(value) ? value.length : 1;
  return all.every(has) && (any?.some(has) ?? true) && (count === 0 || size >= count) && text.length < shorterThan;
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function sourcesUnder(folder: URL): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')));
  return texts.join('\n');
}
