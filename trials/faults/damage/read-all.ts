import { dialectNamed, type Endpoint, type RunEvent } from '@polywire/protocol';
import { conversing, RawClient } from '../../../packages/server/test/support/client.ts';

const native = dialectNamed('native');
const endpoint = conversing(native)[0] as Endpoint;

/**
 * Reads every session; returns those that said that they are damaged. Throws when one shows an event that was never in
 * it, or neither its events nor that.
 */
export async function readAll(url: string, sessions: ReadonlyMap<string, readonly RunEvent[]>): Promise<string[]> {
  const all = [...sessions].map(async ([id, events]) => ((await isWhole(url, id, events)) ? [] : [id]));
  return (await Promise.all(all)).flat();
}

async function isWhole(url: string, session: string, expected: readonly RunEvent[]): Promise<boolean> {
  const client = await RawClient.open(url, { dialect: native, endpoint, session, query: { after: '0' } });
  const late = setTimeout(() => client.cut(), PATIENCE_MS);
  const shown = () => client.frames.map(({ data }) => JSON.parse(data)).filter(({ seq }) => seq !== undefined);
  await client.until(({ frames }) => frames.length > expected.length || tellsOfDamage(frames)).catch(() => undefined);
  clearTimeout(late);
  const events = shown() as RunEvent[];
  client.cut();
  for (const [i, event] of events.entries()) {
    const due = JSON.stringify(expected[i]);
    if (JSON.stringify(event) !== due) throw new Error(`${session} shows ${JSON.stringify(event)} for ${due}`);
  }
  if (events.length === expected.length) return true;
  if (tellsOfDamage(client.frames)) return false;
  const end = `closed with ${client.closeCode} ${client.closeReason}`;
  throw new Error(`${session} shows ${events.length} of ${expected.length} events, and no word of damage: ${end}`);
}

function tellsOfDamage(frames: readonly { data: string }[]): boolean {
  return frames.some(({ data }) => {
    const { type, ok, error } = JSON.parse(data);
    return type === 'answer' && ok === false && /^The database is damaged: /.test(error.message);
  });
}

const PATIENCE_MS = 8_000;
