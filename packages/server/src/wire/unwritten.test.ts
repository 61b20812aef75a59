import { dialects, type Outcome } from '@polywire/protocol';
import { expect, it, vi } from 'vitest';
import type { Agent } from '../agents/contract.ts';
import { Tally } from '../observe/tally.ts';
import { refuse } from '../sessions/refuse.ts';
import { directoryUnderTest, sender } from '../sessions/testing.ts';
import { type StoreUnderTest, storeUnderTest } from '../store/sqlite/testing.ts';
import type { Visit, Wire } from './contract.ts';
import { Conversation } from './conversation.ts';
import { Feeds } from './feeds.ts';
import { formatOf } from './format.ts';
import type { Sink } from './sink.ts';

const agent: Agent = { name: 'terse', run: async () => 'Done.' };
const nothing = () => undefined;

/** Why a session cannot be written, and what is said of it. */
const faults = [
  {
    why: 'its folder is read-only',
    says: /nothing was changed\. The data folder cannot be written to.*未作任何更改。数据目录不可写/,
    async begin({ database }: StoreUnderTest) {
      database.db.pragma('query_only = ON');
    },
  },
  {
    why: 'another process has taken it over',
    says: /nothing was changed\. It was changed elsewhere.*未作任何更改。其间会话在别处被更改/,
    async begin(under: StoreUnderTest, id: string) {
      const other = await directoryUnderTest(under, agent).open('ann', id);
      await other.submit({ type: 'message.send', text: 'mine' }, sender);
    },
  },
];
const wires = faults.flatMap((fault) => dialects.map((dialect) => ({ ...fault, name: dialect.name, dialect })));

it.each(wires)('is told to a client of $name that a session cannot be written, for $why', async (wire) => {
  const { dialect, begin, says } = wire;
  const under = await storeUnderTest();
  const directory = directoryUnderTest(under, agent, { report: nothing });
  const { id } = (await directory.find('ann', dialect.name, undefined, true)) ?? { id: '' };
  const frames: string[] = [];
  const conversation = new Conversation(wireOf(under, directory), visitOf(dialect, id), sinkTo(frames));
  await conversation.open();
  await conversation.receive({ type: 'message.send', text: 'hello' });
  const session = await directory.open('ann', id);
  await vi.waitFor(() => expect(session.isIdle).toBe(true), { timeout: 20_000 });
  await begin(under, id);
  frames.length = 0;
  await conversation.receive({ type: 'message.send', text: 'hello again' });
  expect(frames.join('')).toMatch(says);
  expect(frames.join('')).toContain('"UNAVAILABLE"');
  await conversation.close();
});

it.each(dialects)(
  'is told to a client of $name that a run stands still whose own words are damaged',
  async (dialect) => {
    const under = await storeUnderTest();
    let goOn: () => void = nothing;
    const shown = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const speaker: Agent = {
      name: 'speaker',
      async run({ emit, durable }) {
        emit({ type: 'text.delta', messageId: 'm', delta: 'half of it ' });
        await durable();
        under.log.removeNow('nobody');
        under.database.db.exec("UPDATE segments SET body = replace(body, 'half', 'HALF')");
        await shown;
        emit({ type: 'message.completed', messageId: 'm' });
        return 'all of it';
      },
    };
    const halted = (session: string, outcome: Outcome) => wire.feeds.tell(session, outcome);
    const directory = directoryUnderTest(under, speaker, { report: nothing, halted });
    const wire = wireOf(under, directory);
    const { id } = (await directory.find('ann', dialect.name, undefined, true)) ?? { id: '' };
    const frames: string[] = [];
    const conversation = new Conversation(wire, visitOf(dialect, id), sinkTo(frames));
    await conversation.open();
    await conversation.receive({ type: 'message.send', text: 'hello' });
    goOn();
    await vi.waitFor(() => expect(frames.join('')).toContain('The database is damaged'), { timeout: 20_000 });
    await conversation.close();
  },
);

function wireOf({ log, store }: StoreUnderTest, directory: Wire['directory']): Wire {
  const tally = new Tally();
  const call = async () => refuse('UNKNOWN', 'Nothing is called here.');
  const feeds = new Feeds(log, tally, nothing);
  return {
    directory,
    feeds,
    tally,
    log,
    uploads: store.uploads,
    call,
    now: Date.now,
    utcOffsetMin: 0,
    report: nothing,
  };
}

function visitOf(dialect: Visit['dialect'], session: string): Visit {
  const endpoint = dialect.endpoints.find(({ framing, does }) => framing === 'ws' && does === 'converse');
  return {
    dialect,
    endpoint: endpoint as Visit['endpoint'],
    owner: 'ann',
    caller: '',
    session,
    locale: 'en',
    baseUrl: '',
    after: undefined,
  };
}

function sinkTo(frames: string[]): Sink {
  return {
    format: formatOf('ndjson', { cursor: false, restore: false }),
    write: (bytes) => frames.push(bytes.toString()) > 0,
    buffered: 0,
    onceDrained: nothing,
    end: nothing,
    cut: nothing,
  };
}
