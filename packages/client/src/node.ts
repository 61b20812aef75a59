import { type ClientOptions, WebSocket } from 'ws';
import { connect as connectAnywhere } from './connect.ts';
import type { ConnectOptions, Conversation, OpenWebSocket, WebSocketLike } from './contract.ts';
import { messageOf } from './http.ts';

/** A WebSocket for Node, which can send headers and tells what a server said in place of a handshake. */
export const nodeWebSocket: OpenWebSocket = (url, { headers }) => {
  const options: ClientOptions = { headers: { ...headers }, perMessageDeflate: false, maxPayload: MAX_BYTES };
  const socket = new WebSocket(url, options);
  let refusal: WebSocketLike['refusal'];
  const own: WebSocketLike = {
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
    get refusal() {
      return refusal;
    },
    send: (data) => socket.send(data),
    close(code, reason) {
      socket.close(code, reason);
      // A peer that is gone does not answer the close; nothing here waits for it.
      setTimeout(() => socket.terminate(), CLOSE_MS).unref();
    },
  };
  socket.on('open', () => own.onopen?.());
  socket.on('message', (data, isBinary) => own.onmessage?.({ data: isBinary ? asBytes(data) : data.toString() }));
  socket.on('unexpected-response', (_, response) => {
    let body = '';
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      if (body.length < MAX_REFUSAL_CHARS) body += text;
    });
    response.on('close', () => {
      const { statusCode: status = 0 } = response;
      refusal = { status, message: messageOf(body, status) };
      socket.terminate();
      own.onclose?.({ code: 1006, reason: '' });
    });
  });
  socket.on('error', (error) => own.onerror?.(error));
  socket.on('close', (code, reason) => own.onclose?.({ code, reason: reason.toString() }));
  return own;
};

/** `connect` for programs on Node. */
export function connect(options: ConnectOptions): Conversation {
  return connectAnywhere({ webSocket: nodeWebSocket, ...options });
}

const CLOSE_MS = 2_000;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_REFUSAL_CHARS = 10_000;

function asBytes(data: Buffer | ArrayBuffer | Buffer[]): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}
