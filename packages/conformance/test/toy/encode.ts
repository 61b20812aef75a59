import type { EncodedFrame, Encoder, RunEvent, StreamInfo } from '@polywire/protocol';
import { Frames } from '../../../protocol/src/codec/frames.ts';
import { PARAGRAPH, Paragraphs } from '../../../protocol/src/codec/paragraphs.ts';
import { say } from '../../../protocol/src/codec/say.ts';
import { Ledger } from '../../../protocol/src/ledger.ts';
import type { ServerMessage } from './wire.ts';

export function encoder(stream: StreamInfo): Encoder {
  const ledger = new Ledger();
  let told = new Set<string>();
  let silent = new Set<string>();
  const paragraphs = new Paragraphs();

  function encode(event: RunEvent): readonly EncodedFrame[] {
    const frames = new Frames(event);
    switch (event.type) {
      case 'run.started': {
        told = new Set();
        silent = new Set();
        paragraphs.clear();
        const { runId = '', input } = event;
        return frames.own(json({ do: 'start', run: runId, ...(input !== undefined && { input }) })).list;
      }
      case 'message.started':
        if (event.role !== 'assistant') silent.add(event.messageId);
        return [];
      case 'text.delta':
        if (silent.has(event.messageId)) return [];
        if (paragraphs.add(event.messageId, event.delta)) frames.own(json({ do: 'text', text: PARAGRAPH, gap: true }));
        return frames.own(json({ do: 'text', text: event.delta })).list;
      case 'error':
        return frames.own(json({ do: 'error', message: event.message, fatal: event.fatal })).list;
      case 'run.finished':
        return frames.own(json({ do: 'end', status: event.status }), { endsTurn: true }).list;
      case 'run.status': {
        const question = ledger.oldestInput as RunEvent | undefined;
        if (event.status !== 'awaiting_input' || question?.type !== 'input.requested') return [];
        const known = told.has(question.inputId);
        told.add(question.inputId);
        return frames
          .standIn(json({ do: 'text', text: say(question, stream) ?? '' }), known ? null : question)
          .standIn(json({ do: 'end', status: 'asks' }), event, { endsTurn: true }).list;
      }
      default:
        return [];
    }
  }

  return {
    push(event) {
      const frames = encode(event);
      ledger.note(event);
      return frames;
    },
    preview: () => [],
  };
}

function json(message: ServerMessage): string {
  return JSON.stringify(message);
}
