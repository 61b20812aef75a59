import { words } from '../../codec/say.ts';
import type { StreamInfo } from '../../dialect.ts';
import type { EventOf } from '../../events.ts';
import type { JsonObject } from '../../json.ts';
import { tokens } from './bodies.ts';

/** What the last frame of a run says beside the reply. */
export function endingOf(event: EventOf<'run.finished'>, isOpen: boolean): JsonObject {
  const { status, reason, cost, durationMs, usage } = event;
  return {
    ...(usage && { usage: tokens(usage), total_usage: tokens(usage) }),
    ...((status === 'error' || status === 'timed_out') && { status }),
    ...(reason !== undefined && { reason }),
    ...(cost !== undefined && { cost }),
    ...(durationMs !== undefined && { duration_ms: durationMs }),
    ...(!isOpen && { again: true }),
  };
}

/** Why a run failed. This wire always says it, also where there was no error event. */
export function failureOf(
  event: EventOf<'run.finished'>,
  fatal: EventOf<'error'> | undefined,
  { locale }: StreamInfo,
): JsonObject {
  if (!fatal) return { error: event.reason ?? words[locale].failed, implied: true };
  const { message, code, details } = fatal;
  return { error: message, ...(code !== undefined && { code }), ...(details !== undefined && { details }) };
}
