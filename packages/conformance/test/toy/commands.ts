import type { Command, Frame } from '@polywire/protocol';
import { commandDecoder } from '../../../protocol/src/codec/command-decoder.ts';
import * as faults from '../../../protocol/src/faults.ts';
import { client } from './wire.ts';

export const commands = commandDecoder({
  read(message, out) {
    if (message.do !== 'ask') return out.unknown(faults.unknown('do', message.do));
    const asked = out.check(client.ask, message);
    if (asked) out.add({ type: 'message.send', text: asked.text });
  },
});

export function answer(): readonly Frame[] {
  return [];
}

export function encode(command: Command): readonly Frame[] {
  if (command.type === 'message.send') return ask(command.text);
  if (command.type !== 'input.answer') return [];
  const { decision, text = '' } = command;
  return ask({ approve: 'yes', reject: 'no', reply: text, unclear: text }[decision]);
}

function ask(text: string): readonly Frame[] {
  return [{ data: JSON.stringify({ do: 'ask', text }) }];
}
