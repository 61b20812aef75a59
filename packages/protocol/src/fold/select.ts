import type { Conversation, Turn } from './conversation.ts';
import { partAt } from './part-list.ts';
import type { MessageRole, QuestionPart } from './parts.ts';

/** Something moves without the user. */
export function isBusy({ turns }: Conversation): boolean {
  return turns.last?.status === 'active' || turns.last?.status === 'pausing';
}

/** It is paused, or asks in a pause: letting it go on is heard. */
export function canResume({ turns }: Conversation): boolean {
  return turns.last?.status === 'paused' || (turns.last?.status === 'awaiting_input' && turns.last.yields);
}

/** The question that is to be answered first. */
export function openQuestion({ turns }: Conversation): QuestionPart | undefined {
  return turns.last && partAt(turns.last, turns.last.questions[0], 'question');
}

/** What the assistant said in a turn, without the rest. */
export function plainText(turn: Turn): string {
  const texts: string[] = [];
  for (const part of turn.parts) if (part.kind === 'text' && part.role === 'assistant') texts.push(part.text);
  return texts.join('\n\n');
}

/** One thing that was said, as in an export or a copy. */
export interface SaidMessage {
  readonly seq: number;
  readonly role: MessageRole;
  readonly name: string | undefined;
  readonly text: string;
}

/** All that was said on the line, in order, with the messages that wait. */
export function messagesOf({ turns, queued }: Conversation): readonly SaidMessage[] {
  const said: SaidMessage[] = [];
  for (const { user, parts } of turns) {
    if (user) said.push({ seq: user.seq, role: 'user', name: user.by, text: user.text });
    for (const part of parts) {
      if (part.kind === 'text') said.push({ seq: part.seq, role: part.role, name: part.name, text: part.text });
    }
  }
  for (const { seq, by, text } of queued) said.push({ seq, role: 'user', name: by, text });
  return said;
}
