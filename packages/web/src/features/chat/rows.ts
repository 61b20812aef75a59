import type { Conversation, Part, PartOf, Turn, UserMessage } from '@polywire/protocol';
import type { Outgoing } from './outbox.ts';

/** One line of the virtual list. */
export type Row =
  | { readonly key: string; readonly kind: 'user'; readonly turn: Turn; readonly index: number; readonly text: string }
  | { readonly key: string; readonly kind: 'part'; readonly turn: Turn; readonly part: Part }
  | { readonly key: string; readonly kind: 'tools'; readonly turn: Turn; readonly parts: readonly PartOf<'tool'>[] }
  | { readonly key: string; readonly kind: 'waiting'; readonly turn: Turn }
  | { readonly key: string; readonly kind: 'end'; readonly turn: Turn; readonly isLast: boolean }
  | { readonly key: string; readonly kind: 'queued'; readonly message: UserMessage }
  | { readonly key: string; readonly kind: 'sending'; readonly message: Outgoing };

/** Rows of a turn that did not change are not made again: a stream costs its last turn, not its session. */
const known = new WeakMap<Turn, { index: number; isLast: boolean; rows: readonly Row[] }>();

export function rowsOf(
  turns: readonly Turn[],
  queued: Conversation['queued'] = [],
  sending: readonly Outgoing[] = [],
): readonly Row[] {
  const rows: Row[] = [];
  turns.forEach((turn, index) => {
    for (const row of rowsOfTurn(turn, index, index === turns.length - 1)) rows.push(row);
  });
  for (const message of queued) rows.push({ key: `q${message.seq}`, kind: 'queued', message });
  for (const message of sending) rows.push({ key: `s${message.key}`, kind: 'sending', message });
  return rows;
}

function rowsOfTurn(turn: Turn, index: number, isLast: boolean): readonly Row[] {
  const before = known.get(turn);
  if (before?.index === index && before.isLast === isLast) return before.rows;
  const rows: Row[] = [];
  if (turn.user) rows.push({ key: `u${turn.seq}`, kind: 'user', turn, index, text: turn.user.text });
  for (const part of turn.parts) {
    if (part.kind === 'text' && part.text === '' && !part.interrupted) continue;
    const last = rows.at(-1);
    if (part.kind === 'tool' && last?.kind === 'tools' && areParallel(last.parts.at(-1), part)) {
      rows[rows.length - 1] = { ...last, turn, parts: [...last.parts, part] };
    } else if (part.kind === 'tool') {
      rows.push({ key: `p${part.seq}`, kind: 'tools', turn, parts: [part] });
    } else {
      rows.push({ key: `p${part.seq}`, kind: 'part', turn, part });
    }
  }
  if (turn.status === 'active' || turn.status === 'pausing') rows.push({ key: `w${turn.seq}`, kind: 'waiting', turn });
  else rows.push({ key: `e${turn.seq}`, kind: 'end', turn, isLast });
  known.set(turn, { index, isLast, rows });
  return rows;
}

/** Calls of one message were made together; so were those of which one began before the other's end. */
function areParallel(one: PartOf<'tool'> | undefined, two: PartOf<'tool'>): boolean {
  if (!one) return false;
  if (one.messageId !== undefined && one.messageId === two.messageId) return true;
  return one.endedAt === undefined ? one.status !== 'unknown' : one.endedAt > two.at;
}

/** The row of the message that an event began: its words come later. The last row where nothing was said since. */
export function rowAt(rows: readonly Row[], seq: number): number {
  const said = rows.findIndex((row) => (saidFrom(row) ?? -1) >= seq);
  return said >= 0 ? said : rows.length - 1;
}

function saidFrom(row: Row): number | undefined {
  if (row.kind === 'user') return row.turn.user?.seq ?? row.turn.seq;
  return row.kind === 'part' && row.part.kind === 'text' ? row.part.seq : undefined;
}
