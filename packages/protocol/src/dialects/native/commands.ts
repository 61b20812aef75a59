import { commandDecoder } from '../../codec/command-decoder.ts';
import { type Command, type CommandType, commandSchemas, type Outcome } from '../../commands.ts';
import type { Frame, Issue } from '../../dialect.ts';
import * as faults from '../../faults.ts';
import type { JsonObject } from '../../json.ts';

export const commands = commandDecoder({
  read(message, out) {
    const { type } = message;
    if (typeof type !== 'string') return out.invalid(faults.inField('type', faults.noText));
    if (!Object.hasOwn(commandSchemas, type)) return out.unknown(faults.unknown('type', type));
    const command = out.check(commandSchemas[type as CommandType], message);
    if (command) out.add(command);
  },
  complain,
});

export function answer(command: Command, outcome: Outcome): readonly Frame[] {
  const ref = command.ref === undefined ? {} : { ref: command.ref };
  if (command.type === 'ping') return [{ data: JSON.stringify({ type: 'pong', ...ref }) }];
  return [{ data: JSON.stringify({ type: 'answer', to: command.type, ...ref, ...outcome }) }];
}

export function encode(command: Command): readonly Frame[] {
  return [{ data: JSON.stringify(command) }];
}

function complain(issue: Issue, message: JsonObject | undefined): readonly Frame[] {
  const to = typeof message?.type === 'string' ? message.type : '';
  const ref = typeof message?.ref === 'string' ? { ref: message.ref } : {};
  const error = { code: issue.reason === 'unknown' ? 'UNKNOWN' : 'INVALID', message: issue.detail };
  return [{ data: JSON.stringify({ type: 'answer', to, ...ref, ok: false, error }) }];
}
