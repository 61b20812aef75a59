import type { Encoder, StreamInfo } from '../../dialect.ts';
import type { RunEvent } from '../../events.ts';

export function encoder(_stream: StreamInfo): Encoder {
  return {
    push: (event: RunEvent) => [
      { data: JSON.stringify(event), seq: event.seq, sub: 0, ...(event.type === 'run.finished' && { endsTurn: true }) },
    ],
    preview: () => [],
  };
}
