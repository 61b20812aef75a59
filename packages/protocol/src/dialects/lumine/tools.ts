import { words } from '../../codec/say.ts';
import type { Locale } from '../../dialect.ts';
import type { EventOf, ToolOutcome } from '../../events.ts';
import { asText, type Json } from '../../json.ts';
import type { Fields } from './frame.ts';
import type { ServerMessage } from './wire.ts';

export function toolUse(call: Omit<EventOf<'tool.call'>, 'type'>, started: boolean): Fields<'tool_use'> {
  return {
    tool_use_id: call.callId,
    toolName: call.name,
    args: call.args,
    status: 'running',
    ...(call.argsText !== undefined && { args_text: call.argsText }),
    ...(!started && { started }),
  };
}

/** The front end shows `error` of a call that went wrong, so it is never left empty. */
export function toolResult(event: EventOf<'tool.finished'>, locale: Locale): Fields<'tool_result'> {
  const { callId, name, outcome, result } = event;
  const about = { tool_use_id: callId, toolName: name };
  if (outcome === 'ok') return { ...about, result, status: 'completed' };
  const w = words[locale];
  const plain = { error: w.toolFailed, denied: w.toolDenied, unknown: w.toolUnknown }[outcome];
  return {
    ...about,
    result: typeof result === 'string' ? null : result,
    status: 'error',
    error: result === null ? plain : asText(result),
    ...(outcome !== 'error' && { outcome }),
    ...(result === null && { implied: true }),
  };
}

export function readToolResult(message: ServerMessage<'tool_result'>): { outcome: ToolOutcome; result: Json } {
  const { result, error, content, implied } = message;
  const failed = message.status === 'error' || (message.status == null && error != null);
  const outcome = message.outcome ?? (failed ? 'error' : 'ok');
  if (outcome === 'ok') return { outcome, result: result ?? content ?? null };
  return { outcome, result: implied ? null : (result ?? error ?? content ?? null) };
}
