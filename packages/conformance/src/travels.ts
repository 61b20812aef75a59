import type { EventType } from '@polywire/protocol';

interface Travels {
  /** The later events in whose frames a dialect may show this one. */
  readonly with: readonly EventType[];
  readonly because: string;
  /** Where the event has a frame of its own, that frame must show it. */
  readonly onlyWhenSilent?: true;
}

/** Events that a front end may see only with a later one: their evidence may be looked for there too. */
export const travels: { readonly [T in EventType]?: Travels } = {
  'text.delta': {
    with: ['message.completed', 'run.finished'],
    because: 'wires of whole texts show it when the message or the run is complete',
  },
  'text.replaced': { with: ['run.finished'], because: 'a reply that replaces what was streamed has the new text' },
  'reasoning.delta': { with: ['reasoning.done'], because: 'wires of whole texts show it when the thought is complete' },
  'tool.call': {
    with: ['tool.started'],
    because: 'wires with one frame for both send it when the tool starts',
    onlyWhenSilent: true,
  },
  'input.requested': { with: ['run.status'], because: 'wires with one question at a time ask when the run waits' },
  'input.resolved': { with: ['run.status'], because: 'a dialog may close when the run goes on' },
};
