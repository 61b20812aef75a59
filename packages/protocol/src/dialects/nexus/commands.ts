import { commandDecoder } from '../../codec/command-decoder.ts';
import { jsonFrame } from '../../codec/frames.ts';
import type { Command, Outcome } from '../../commands.ts';
import { answerWords } from '../../decision.ts';
import type { Frame } from '../../dialect.ts';
import * as faults from '../../faults.ts';
import { type ClientMessage, client, REFUSED } from './wire.ts';

/** NEXUS keeps silent about what it does not know, about blank messages and about pings. */
export const commands = commandDecoder({
  read(message, out) {
    switch (message.type) {
      case 'user_message': {
        const { payload } = out.check(client.user_message, message) ?? {};
        if (!payload) return;
        return out.add({ type: 'message.send', text: payload.content, ...(payload.ref && { ref: payload.ref }) });
      }
      case 'ping':
        return out.add({ type: 'ping' });
      default:
        return out.unknown(faults.unknown('type', message.type));
    }
  },
});

/** A refusal is said as a run that failed: the wire has no other word for it, and AURA waits for one. */
export function answer(command: Command, outcome: Outcome): readonly Frame[] {
  if (outcome.ok || (command.type !== 'message.send' && command.type !== 'attach')) return [];
  const run_id = `${REFUSED}${command.ref ?? ''}`;
  return [
    { event: 'error', run_id, payload: { message: outcome.error.message, code: outcome.error.code } },
    { event: 'run_finished', run_id, payload: { status: 'failed' } },
  ].map(jsonFrame);
}

export function encode(command: Command): readonly Frame[] {
  switch (command.type) {
    case 'message.send':
      return [jsonFrame(userMessage(command.text, command.session, command.ref))];
    case 'input.answer':
      return [jsonFrame(userMessage(answerWords(command), command.session, command.ref))];
    case 'ping':
      return [jsonFrame({ type: 'ping' } satisfies ClientMessage)];
    default:
      return [];
  }
}

function userMessage(content: string, session: string | undefined, ref: string | undefined): ClientMessage {
  return { type: 'user_message', payload: { content, session_id: session ?? '', ...(ref !== undefined && { ref }) } };
}
