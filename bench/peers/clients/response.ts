/** An answer by SSE that comes a few hundred events at a time, as from a socket. */
export function sseResponse(events: readonly object[], last: readonly string[] = []): Response {
  const texts = [...events.map((event) => JSON.stringify(event)), ...last];
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < texts.length; from += BATCH) {
    const batch = texts.slice(from, from + BATCH);
    pieces.push(encoder.encode(batch.map((text) => `data: ${text}\n\n`).join('')));
  }
  let next = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await new Promise((resolve) => setImmediate(resolve));
        const piece = pieces[next];
        next += 1;
        if (piece) controller.enqueue(piece);
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

/** As many as our own client is given at once. */
const BATCH = 256;
