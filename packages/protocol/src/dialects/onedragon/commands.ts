import { type CommandSink, commandDecoder } from '../../codec/command-decoder.ts';
import { jsonFrame } from '../../codec/frames.ts';
import type { Command, CommandOf, Outcome } from '../../commands.ts';
import { parseCursor } from '../../cursor.ts';
import { answerWords } from '../../decision.ts';
import type { Frame, RestRequest } from '../../dialect.ts';
import * as faults from '../../faults.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import { outsideRun } from './frame.ts';
import { client } from './wire.ts';

/** One per socket: the frames of `/chat/ws` are the bodies of `POST /chat/stream`. */
export const commands = commandDecoder({
  read: readRequest,
  complain(issue, message) {
    const session = typeof message?.session_id === 'string' ? message.session_id : '';
    const code = issue.reason === 'unknown' ? 'UNKNOWN' : 'INVALID';
    return refusal(session, { hint: issue.detail, refused: { code, ...refOf(message?.ref) } });
  },
  sessionOf: ({ attach, session_id }) =>
    attach === undefined && typeof session_id === 'string' ? session_id : undefined,
});

export function readRequest(body: JsonObject, out: CommandSink): void {
  if (body.attach !== undefined) return readAttach(body, out);
  if (body.user_input === undefined && body.session_id === undefined)
    return out.unknown(faults.inField('user_input', faults.missing));
  const checked = out.check(client.message, body);
  if (!checked) return;
  const { session_id, user_input, model_config_id, model_id, ref, after } = checked;
  const seen = after === undefined ? undefined : parseCursor(after)?.seq;
  out.add({
    type: 'message.send',
    text: user_input,
    ...(session_id && { session: session_id }),
    ...(model_id && { model: model_id }),
    ...(model_config_id !== undefined && model_config_id !== null && { options: { modelConfigId: model_config_id } }),
    ...refOf(ref),
    ...(seen !== undefined && { seen }),
    ...wantsOf(checked),
  });
}

function readAttach(body: JsonObject, out: CommandSink): void {
  const checked = out.check(client.attach, body);
  if (!checked) return;
  const { session_id, after } = checked;
  out.add({ type: 'attach', session: session_id, ...(after !== undefined && { after }), ...wantsOf(checked) });
}

function wantsOf({ cursor, restore }: { cursor?: boolean | undefined; restore?: boolean | undefined }) {
  if (cursor === undefined && restore === undefined) return {};
  return { wants: { cursor: cursor ?? false, restore: restore ?? false } };
}

/** The page waits for an end after every request, so a refusal has one too. */
export function answer(command: Command, outcome: Outcome): readonly Frame[] {
  if (outcome.ok) return [];
  const { code, message } = outcome.error;
  return refusal(command.session ?? '', { hint: message, refused: { code, ...refOf(command.ref) } });
}

function refusal(session: string, error: Parameters<typeof outsideRun>[1]): readonly Frame[] {
  return outsideRun(session, error).map((data) => ({ data }));
}

/** Frames are bodies of `POST /chat/stream` as well. */
export function encode(command: Command): readonly (Frame | RestRequest)[] {
  switch (command.type) {
    case 'message.send':
      return [message(command, command.text)];
    case 'input.answer':
      return [message(command, answerWords(command))];
    case 'attach': {
      const after = command.after === undefined ? {} : { after: command.after };
      return [jsonFrame({ session_id: command.session ?? '', attach: true, ...after, ...command.wants })];
    }
    case 'run.stop':
      return [{ method: 'POST', path: '/chat/stop', body: { session_id: command.session ?? '' } }];
    case 'call':
      return call(command);
    default:
      return [];
  }
}

function message(command: CommandOf<'message.send' | 'input.answer'>, text: string): Frame {
  const { model, seen, options = {} } = command.type === 'message.send' ? command : {};
  const config = options.modelConfigId;
  return jsonFrame({
    session_id: command.session ?? null,
    user_input: text,
    ...((typeof config === 'number' || typeof config === 'string') && { model_config_id: config }),
    ...(model !== undefined && { model_id: model }),
    ...refOf(command.ref),
    ...(seen !== undefined && { after: String(seen) }),
    ...command.wants,
  });
}

function call({ what, params, session }: CommandOf<'call'>): readonly RestRequest[] {
  if (what === 'models.list')
    return [{ method: 'GET', path: '/api/models/configs?page=1&page_size=100&is_active=true' }];
  if (what !== 'analysis.get' || params.analysisId === undefined) return [];
  const session_id: Json = session ?? params.session ?? null;
  const body = { session_id, analyse_id: params.analysisId };
  return [{ method: 'POST', path: '/chat/get_analyse_by_code_result', body }];
}

/** The document's shape of an analysis, or the real server's. */
export function readAnswer({ what, params }: CommandOf<'call'>, body: Json): Json | undefined {
  if (what !== 'analysis.get' || !isJsonObject(body)) return body;
  const { echarts_list } = isJsonObject(body.result) ? body.result : body;
  const options = echarts_list ?? body.echarts_list;
  return Array.isArray(options) ? { analysisId: params.analysisId ?? null, options } : undefined;
}

function refOf(ref: unknown): { ref?: string } {
  return typeof ref === 'string' ? { ref } : {};
}
