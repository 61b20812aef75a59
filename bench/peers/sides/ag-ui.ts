import { EventType } from '@ag-ui/core';
import { EventEncoder } from '@ag-ui/encoder';
import type { StartSide } from '../../server/contract.ts';
import { httpSide, SSE_HEAD } from '../../server/http-side.ts';

/** Its events and its encoder over SSE, as in its own examples; nothing stored. */
export const start: StartSide = (workload, carry) => {
  const encoder = new EventEncoder();
  let runs = 0;
  return httpSide(workload, 'data: {"type":"TEXT_MESSAGE_CONTENT"', async ([response]) => {
    runs += 1;
    const about = { threadId: `thread-${runs}`, runId: `run-${runs}` };
    const messageId = `message-${runs}`;
    response?.writeHead(200, SSE_HEAD);
    response?.write(encoder.encode({ type: EventType.RUN_STARTED, ...about }));
    response?.write(encoder.encode({ type: EventType.TEXT_MESSAGE_START, messageId, role: 'assistant' }));
    await carry((delta) => {
      response?.write(encoder.encode({ type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta }));
    });
    response?.write(encoder.encode({ type: EventType.TEXT_MESSAGE_END, messageId }));
    response?.write(encoder.encode({ type: EventType.RUN_FINISHED, ...about }));
  });
};
