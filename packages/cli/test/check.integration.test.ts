import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Book, bookOf, faultsOf } from '@polywire/conformance/check';
import { type Dialect, dialects } from '@polywire/protocol';
import { type Running, startServer } from '@polywire/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gather } from '../src/check/gather.ts';
import { judge } from '../src/check/judge.ts';
import { conversingAt } from '../src/wire/names.ts';
import { busyAgent } from './support/busy-agent.ts';
import { type Ended, here } from './support/here.ts';
import { scriptServer } from './support/script-server.ts';

const planted = await Promise.all(
  dialects.map(async (dialect) => ({
    dialect,
    book: await bookOf(dialect.name),
    faults: (await faultsOf(dialect.name)).map((fault, i) => ({ ...fault, at: `/${dialect.name}-${i}` })),
  })),
);

const addresses = dialects.flatMap((dialect) =>
  dialect.endpoints
    .filter(({ does, variant }) => does === 'converse' && variant !== 'export')
    .map(({ path }) => [dialect.name, path] as const),
);

let data: string;
let server: Running;
/** The server as people start it, with its own agents. */
let plain: Running;
/** A server that asks before it acts. */
let asker: Running;
/** The rules that each faulty server broke, by its address. */
let broken: Map<string, readonly string[]>;
/** What `polywire check` made of the good ones, by its arguments. */
let reports: Map<string, Ended>;
const SUM = 'What is 6 × 7?';
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'polywire-check-'));
  const bad = planted.flatMap(({ dialect, faults }) => faults.map(({ make, at }) => moved(make(dialect), at)));
  const wireLimits = { connections: 10_000, messagesPerMinute: 10_000 };
  server = await startServer({ port: 0, data, wireLimits }, { agents: [busyAgent], dialects: [...dialects, ...bad] });
  plain = await startServer({ port: 0, data: join(data, 'plain') });
  asker = await scriptServer('asking');
  // All at once: most of the time is waiting for servers that have nothing more to say.
  const found = planted.flatMap(({ dialect, book, faults }) =>
    faults.map(async ({ at }) => [at, await brokenAt(dialect, book, at)] as const),
  );
  const kept = [
    ...addresses.map(([name, path]) => checked(server.url, name, '--path', path)),
    ...dialects.map(({ name }) => checked(plain.url, name, '-m', SUM)),
    ...dialects.map(({ name }) => checked(asker.url, name)),
  ];
  broken = new Map(await Promise.all(found));
  reports = new Map(await Promise.all(kept));
}, 120_000);
afterAll(async () => {
  await Promise.all([server.close(), plain.close(), asker.close()]);
  await rm(data, { recursive: true, force: true });
});

async function brokenAt(dialect: Dialect, book: Book, at: string): Promise<readonly string[]> {
  const target = { url: `${server.url}${at}` };
  const patience = { patienceMs: 6_000, lingerMs: 300 };
  const endpoint = conversingAt(dialect);
  const judged = judge(book, await gather({ target, dialect, endpoint, book, message: 'Hello', ...patience }));
  return judged.filter(({ finding }) => finding.is === 'broken').map(({ rule }) => rule.id);
}

/** The same dialect under an address of its own, so that one server has all of them. */
function moved(dialect: Dialect, at: string): Dialect {
  const endpoints = dialect.endpoints.map((endpoint) => ({ ...endpoint, path: `${at}${endpoint.path}` }));
  return { ...dialect, name: `${dialect.name}${at}`, endpoints };
}

describe('keeps the rules', () => {
  it.each(addresses)('of %s at %s: our server', (name, path) => expectKept(server.url, name, '--path', path));
  it.each(dialects.map(({ name }) => name))('of %s: as people start it', (name) =>
    expectKept(plain.url, name, '-m', SUM),
  );
  it.each(dialects.map(({ name }) => name))('of %s: where it asks before it acts', (name) =>
    expectKept(asker.url, name),
  );
});

function expectKept(...given: readonly [string, string, ...string[]]): void {
  const { code, stdout } = reports.get(given.join(' ')) as Ended;
  expect(stdout.match(/✗.*\n.*/g) ?? []).toEqual([]);
  expect(code).toBe(0);
}

async function checked(...given: readonly [string, string, ...string[]]): Promise<[string, Ended]> {
  const [url, name, ...more] = given;
  return [given.join(' '), await here(['check', url, '--dialect', name, '--patience', '25', ...more])];
}

describe.each(planted)('a server of $dialect.name', ({ book, faults }) => {
  it('has at least eight planted faults, each of a rule that is there', () => {
    expect(faults.length).toBeGreaterThanOrEqual(8);
    const rules = book.rules.map(({ id }) => id);
    expect(new Set(rules).size).toBe(rules.length);
    expect(faults.filter(({ breaks }) => !rules.includes(breaks))).toEqual([]);
  });

  it.each(faults)('$name: found', ({ at, breaks }) => {
    expect(broken.get(at)).toContain(breaks);
  });
});

describe('the report', () => {
  const [name = '', at = ''] = [planted[0]?.dialect.name, planted[0]?.faults[0]?.at];

  it('is one line a rule for people, and names the broken one', async () => {
    const { code, stdout } = await here(['check', `${server.url}${at}`, '--dialect', name, '--patience', '5']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/✓ Every frame is one JSON object \(json-objects\)\n/);
    expect(stdout).toMatch(/✗ .*\(greeting\)\n {4}\S/);
    expect(stdout).toMatch(/\n\n\d+ kept, \d+ broken, \d+ not seen\n$/);
  });

  it('is TAP for machines', async () => {
    const { code, stdout } = await here(['check', `${server.url}${at}`, '--dialect', name, '--patience', '5', '--tap']);
    expect(code).toBe(1);
    const [version, plan, ...lines] = stdout.trimEnd().split('\n');
    expect(version).toBe('TAP version 13');
    expect(plan).toBe(`1..${lines.filter((line) => /^(not )?ok \d/.test(line)).length}`);
    expect(lines).toContainEqual(expect.stringMatching(/^not ok \d+ - greeting: /));
  });

  it('says where no server is', async () => {
    const { code, stderr } = await here(['check', 'http://127.0.0.1:1', '--dialect', name]);
    expect(code).toBe(1);
    expect(stderr).toContain('No server answers at http://127.0.0.1:1.');
  });
});
