import type { z } from 'zod';
import { type CommandSink, commandDecoder } from '../../codec/command-decoder.ts';
import { jsonFrame } from '../../codec/frames.ts';
import { PARAGRAPH } from '../../codec/paragraphs.ts';
import { warning } from '../../codec/say.ts';
import type { Command, Outcome, Refusal, RefusalCode } from '../../commands.ts';
import { parseCursor } from '../../cursor.ts';
import { answerWords } from '../../decision.ts';
import type { Frame, Issue } from '../../dialect.ts';
import * as faults from '../../faults.ts';
import type { JsonObject } from '../../json.ts';
import { frame } from './frame.ts';
import { client, DONE } from './wire.ts';

type Message = z.output<typeof client.message>;
type Common = Omit<Message, 'content'>;

export const commands = commandDecoder({ read, complain, sessionOf });

/** A request without a type is a message: the front end knows no other. */
function read(message: JsonObject, out: CommandSink): void {
  const { type = null } = message;
  switch (type) {
    case null: {
      const request = checked(client.message, message, out);
      if (!request) return;
      const seen = parseCursor(request.after ?? '')?.seq;
      const { content: text } = request;
      return out.add({ type: 'message.send', text, ...common(request), ...(seen !== undefined && { seen }) });
    }
    case 'attach': {
      const request = checked(client.attach, message, out);
      return request && out.add({ type, ...common(request), ...(request.after != null && { after: request.after }) });
    }
    case 'stop': {
      const request = checked(client.stop, message, out);
      return request && out.add({ type: 'run.stop', ...common(request) });
    }
    default:
      return out.unknown(faults.unknown('type', type));
  }
}

function checked<S extends z.ZodType<Common>>(
  schema: S,
  message: JsonObject,
  out: CommandSink,
): z.output<S> | undefined {
  const request = out.check(schema, message);
  if (request?.after == null || parseCursor(request.after)) return request;
  out.invalid(faults.inField('after', faults.noCursor));
  return undefined;
}

/** A front end that has no session yet may send an empty one. */
function common({ session_id, token, ref, cursor, restore }: Common) {
  const wants = { cursor: cursor ?? false, restore: restore ?? false };
  return {
    ...(session_id && { session: session_id }),
    ...(token != null && { token }),
    ...(ref != null && { ref }),
    ...((cursor != null || restore != null) && { wants }),
  };
}

export function answer(command: Command, outcome: Outcome): readonly Frame[] {
  return outcome.ok ? [] : refuse(outcome.error, command.session, command.ref);
}

function complain({ reason, detail }: Issue, message: JsonObject | undefined): readonly Frame[] {
  const { session_id, ref } = message ?? {};
  const session = typeof session_id === 'string' ? session_id : undefined;
  const error = { code: reason === 'unknown' ? 'UNKNOWN' : 'INVALID', message: detail } as const;
  return refuse(error, session, typeof ref === 'string' ? ref : undefined);
}

function sessionOf({ type, session_id }: JsonObject): string | undefined {
  return type == null && typeof session_id === 'string' ? session_id : undefined;
}

/** Part of the talk rather than a fault. */
const partOfTalk: ReadonlySet<RefusalCode> = new Set<RefusalCode>(['UNCLEAR', 'ALREADY_DECIDED', 'CONFLICT']);

/**
 * The front end waits for the end mark whatever happens, and shows text alone: a fault is also said as such. Without a
 * conversation it does not take the ids as its own.
 */
function refuse(error: Refusal, session: string | undefined, ref: string | undefined): readonly Frame[] {
  const ids = { session_id: session ?? '', conversation_id: null };
  const id = `refused.${ref ?? ''}`;
  const { code, message } = error;
  const isFault = !partOfTalk.has(code);
  const content = PARAGRAPH + (isFault ? warning(message) : message) + PARAGRAPH;
  const refusal = { code, message, ...(ref !== undefined && { ref }) };
  return [
    frame('chunk', id, ids, { content, refused: true }),
    ...(isFault ? [frame('error', id, ids, { error: message, code, refused: true })] : []),
    frame('chunk', id, ids, { content: DONE, refusal }),
  ].map((data) => ({ data }));
}

export function encode(command: Command): readonly Frame[] {
  const about = requestFields(command);
  switch (command.type) {
    case 'message.send':
      return request({ content: command.text, ...about, ...after(command.seen) });
    case 'input.answer': {
      const content = answerWords(command);
      return content.trim() === '' ? [] : request({ content, ...about });
    }
    case 'attach':
      return request({ type: 'attach', ...about, ...after(command.after) });
    case 'run.stop':
      return request({ type: 'stop', ...about });
    default:
      return [];
  }
}

function requestFields({ session, token, ref, wants }: Command): JsonObject {
  return {
    ...(session !== undefined && { session_id: session }),
    ...(token !== undefined && { token }),
    ...(ref !== undefined && { ref }),
    ...wants,
  };
}

function after(cursor: string | number | undefined): JsonObject {
  return cursor === undefined ? {} : { after: String(cursor) };
}

function request(message: JsonObject): readonly Frame[] {
  return [jsonFrame(message)];
}
