import type { Socket } from 'node:net';
import { type Command, type Dialect, MAX_FRAME_CHARS, type Outcome, readWs } from '@polywire/protocol';
import type { RawData, WebSocket } from 'ws';
import { refuse } from '../sessions/refuse.ts';
import type { Admission, Refused } from './gate.ts';
import { closeReason } from './ws-sink.ts';

export interface KnockOptions {
  readonly ws: WebSocket;
  readonly socket: Socket;
  readonly dialect: Dialect;
  readonly waitMs: number;
  check(token: string): Admission;
  /** The token was good; the message that brought it is still to be taken. */
  admitted(owner: string, data: RawData, isBinary: boolean): void;
}

/** A connection that was opened before it is known whose it is: its first message must say, soon and in few bytes. */
export function knock({ ws, socket, dialect, waitMs, check, admitted }: KnockOptions): void {
  let bytes = 0;
  const close = (code: number, reason: string): void => {
    stop();
    ws.close(code, closeReason(reason));
    setTimeout(() => ws.terminate(), CLOSE_GRACE_MS).unref();
  };
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > MAX_UNKNOWN_BYTES) close(1009, TOO_LARGE);
  };
  const first = (data: RawData, isBinary: boolean): void => {
    const message = asBuffer(data);
    if (message.length > MAX_FIRST_BYTES) return close(1009, TOO_LARGE);
    const { frames, issue } = readWs(isBinary ? message : message.toString(), { maxChars: MAX_FRAME_CHARS });
    const [frame] = frames;
    if (!frame) return close(1007, issue ?? '');
    const { server } = dialect;
    const { values, replies = [] } = server.commands().push(frame);
    const [command] = values;
    const admission = command && (command.token === undefined ? undefined : check(command.token));
    if (admission?.ok) {
      stop();
      return admitted(admission.owner, data, isBinary);
    }
    const said = command ? server.answer(command, notLetIn(admission)) : replies;
    for (const { data: text } of said) ws.send(text);
    close(1008, NEEDS_TOKEN);
  };
  const patience = waitMs > 0 ? setTimeout(() => close(1008, NO_MESSAGE), waitMs) : undefined;
  function stop(): void {
    clearTimeout(patience);
    socket.off('data', count);
    ws.off('message', first);
  }
  socket.on('data', count);
  ws.on('message', first);
  ws.once('close', stop);
  ws.on('error', () => setTimeout(() => ws.terminate(), CLOSE_GRACE_MS).unref());
}

/** Of the first message. */
const MAX_FIRST_BYTES = 64 * 1024;
/** Of all that comes before it is known who sends it: a second message may lie in the same packets. */
const MAX_UNKNOWN_BYTES = 2 * MAX_FIRST_BYTES;
const CLOSE_GRACE_MS = 1_000;
const TOO_LARGE = 'The first message is too large. / 第一条消息过大。';
const NEEDS_TOKEN = 'A token is needed. / 需要令牌。';
const TOKEN_MISSING =
  'A token is needed: in the first message, as a subprotocol, or as Authorization: Bearer …. / 需要令牌：放在首条消息中、作为子协议，或使用 Authorization: Bearer …。';
const NO_MESSAGE = 'No message came in time. / 未按时收到消息。';

function notLetIn(refused: Refused | undefined): Outcome {
  return refuse(refused?.status === 429 ? 'RATE_LIMITED' : 'NOT_ALLOWED', refused?.reason ?? TOKEN_MISSING);
}

export function asBuffer(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}

/** The token has done its work: nothing behind the wire sees it. */
export function withoutToken<C extends Command>({ token: _, ...command }: C): Omit<C, 'token'> {
  return command;
}
