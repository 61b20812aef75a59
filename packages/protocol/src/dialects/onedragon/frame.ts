import type { ServerFrame, ServerType } from './wire.ts';

type Body<T extends ServerType> = Extract<ServerFrame, { type: T }>['message'];

/** The text of a frame. Messages that grow are written by `WireMessage`, which spares the escaping. */
export function write<T extends ServerType>(session: string, type: T, message: Body<T>): string {
  return JSON.stringify({ session_id: session, type, message });
}

export function writeConnected(session: string): string {
  return write(session, 'status', { hint: 'connected' });
}

/** An error that belongs to no run. Its `response_completed` is due all the same: without it the page stays disabled. */
export function outsideRun(session: string, error: Omit<Body<'error'>, 'outside_run'>): readonly [string, string] {
  return [
    write(session, 'error', { ...error, outside_run: true }),
    write(session, 'response_completed', { outside_run: true }),
  ];
}
