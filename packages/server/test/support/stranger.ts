import type { Command, Dialect, Endpoint } from '@polywire/protocol';
import { type Ids, masked, pathWith } from './owned.ts';
import { openSocket } from './raw.ts';

/** All that a socket says to somebody who asks for a session, a run and an approval by their ids. */
export async function toldStranger(
  url: string,
  { dialect, endpoint }: { dialect: Dialect; endpoint: Endpoint },
  headers: Readonly<Record<string, string>>,
  ids: Ids,
): Promise<string[]> {
  const isNumbered = dialect.traits.sessionIds === 'integer';
  const session = isNumbered ? String(ids.number) : ids.session;
  const ws = await openSocket(url, pathWith(endpoint.path, ids, isNumbered), { headers });
  const frames: string[] = [];
  let isClosed = false;
  let wake: () => void = () => undefined;
  ws.on('message', (data) => {
    frames.push(masked(String(data), ids));
    wake();
  });
  ws.on('close', (code, reason) => {
    isClosed = true;
    frames.push(masked(`closed ${code} ${reason}`, ids));
    wake();
  });
  for (const command of commandsOn(session, ids)) {
    // Words instead of an answer begin a session of one's own: that is another matter.
    const encoded = dialect.client.encode(command).flatMap((frame) => ('data' in frame ? [frame] : []));
    for (const frame of encoded) {
      const [read] = dialect.server.commands().push(frame).values;
      if (!read || read.type === 'message.send') continue;
      const refused = { ok: false, error: { code: 'NOT_FOUND', message: '' } } as const;
      const expected = frames.length + dialect.server.answer(read, refused).length;
      if (!isClosed) ws.send(frame.data);
      while (frames.length < expected && !isClosed) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  }
  ws.terminate();
  return frames.filter((frame) => !frame.startsWith('closed 1006'));
}

function commandsOn(session: string, { run: runId, input: inputId, call: callId }: Ids): readonly Command[] {
  return [
    { type: 'attach', session, ref: 'r1' },
    { type: 'input.answer', session, inputId, callId, runId, decision: 'approve', ref: 'r2' },
    { type: 'run.stop', session, runId, ref: 'r3' },
    { type: 'history.rewind', session, toSeq: 0, ref: 'r4' },
  ];
}
