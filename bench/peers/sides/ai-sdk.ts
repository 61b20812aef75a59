import { createUIMessageStream, pipeUIMessageStreamToResponse } from 'ai';
import type { StartSide } from '../../server/contract.ts';
import { httpSide } from '../../server/http-side.ts';

/** A `writer.write` per chunk; nothing stored. */
export const start: StartSide = (workload, carry) =>
  httpSide(workload, 'data: {"type":"text-delta"', ([response]) => {
    const id = 'text-1';
    const stream = createUIMessageStream({
      async execute({ writer }) {
        writer.write({ type: 'text-start', id });
        await carry((delta) => writer.write({ type: 'text-delta', id, delta }));
        writer.write({ type: 'text-end', id });
      },
    });
    if (response) pipeUIMessageStreamToResponse({ response, stream });
  });
