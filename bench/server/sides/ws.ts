import type { StartSide } from '../contract.ts';
import { wsSide } from '../ws-side.ts';

/** What one would write in an afternoon: a `ws.send` per chunk, nothing stored, nothing to resume. */
export const start: StartSide = (workload, carry) =>
  wsSide(workload, (readers) => {
    void carry((text) => {
      const data = JSON.stringify({ type: 'chunk', text });
      for (const { ws } of readers) ws.send(data);
    });
  });
