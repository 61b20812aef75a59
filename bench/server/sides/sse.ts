import type { StartSide } from '../contract.ts';
import { httpSide, SSE_HEAD } from '../http-side.ts';

/** A `response.write` per chunk; nothing stored, nothing to resume. */
export const start: StartSide = (workload, carry) =>
  httpSide(workload, 'data: {"type":"chunk"', (responses) => {
    for (const response of responses) response.writeHead(200, SSE_HEAD).flushHeaders();
    void carry((text) => {
      const event = `data: ${JSON.stringify({ type: 'chunk', text })}\n\n`;
      for (const response of responses) response.write(event);
    });
  });
