import { dialectNamed, type Endpoint, type RunEvent } from '@polywire/protocol';
import { conversing, RawClient } from '../../../packages/server/test/support/client.ts';

const native = dialectNamed('native');
const endpoint = conversing(native)[0] as Endpoint;

/** Reads every session. Throws when one shows an event that was never in it, or neither its events nor an error. */
export async function readAll(
  url: string,
  sessions: ReadonlyMap<string, readonly RunEvent[]>,
): Promise<('whole' | 'damaged')[]> {
  return Promise.all([...sessions].map(([id, events]) => read(url, id, events)));
}

async function read(url: string, session: string, expected: readonly RunEvent[]): Promise<'whole' | 'damaged'> {
  const client = await RawClient.open(url, { dialect: native, endpoint, session, query: { after: '0' } }).catch(
    () => undefined,
  );
  if (!client) return 'damaged';
  let isSilent = false;
  const late = setTimeout(() => {
    isSilent = true;
    client.cut();
  }, PATIENCE_MS);
  const shown = () => client.frames.map(({ data }) => JSON.parse(data)).filter(({ seq }) => seq !== undefined);
  await client.until(({ frames }) => frames.length > expected.length || tellsOfDamage(frames)).catch(() => undefined);
  clearTimeout(late);
  const events = shown() as RunEvent[];
  client.cut();
  for (const [i, event] of events.entries()) {
    const due = JSON.stringify(expected[i]);
    if (JSON.stringify(event) !== due) throw new Error(`${session} shows ${JSON.stringify(event)} for ${due}`);
  }
  if (events.length === expected.length) return 'whole';
  if (isSilent) throw new Error(`${session} shows ${events.length} of ${expected.length} events and says nothing`);
  return 'damaged';
}

function tellsOfDamage(frames: readonly { data: string }[]): boolean {
  return frames.some(({ data }) => data.includes('"type":"answer"') && data.includes('"ok":false'));
}

const PATIENCE_MS = 8_000;
