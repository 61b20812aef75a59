import { MAX_SERVER_FRAME_CHARS, readWs } from '@polywire/protocol';
import type { OpenWebSocket } from '../contract.ts';
import type { Link, LinkEvents } from './contract.ts';

export interface SocketOptions {
  readonly url: string;
  readonly token: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly open: OpenWebSocket;
}

export function openSocket({ url, token, headers, open }: SocketOptions, events: LinkEvents): Link {
  const protocols = token === undefined ? [] : [`polywire.token.${base64Url(token)}`];
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const socket = open(url, { protocols, headers: { ...authorization, ...headers } });
  let isOver = false;

  socket.onopen = () => !isOver && events.opened();
  socket.onmessage = ({ data }) => {
    if (isOver) return;
    events.heard();
    const { frames, issue } = readWs(typeof data === 'string' ? data : bytesOf(data), {
      maxChars: MAX_SERVER_FRAME_CHARS,
    });
    if (issue !== undefined) events.broken(issue);
    for (const frame of frames) if (!isOver) events.frame(frame);
  };
  // The close that follows says as much.
  socket.onerror = () => undefined;
  socket.onclose = ({ code, reason }) => {
    if (isOver) return;
    isOver = true;
    const { refusal } = socket;
    events.ended({ code, reason, ...(refusal && { refusal }) });
  };

  return {
    isTwoWay: true,
    send: ({ data }) => socket.send(data),
    close() {
      isOver = true;
      socket.close(1000);
    },
  };
}

function bytesOf(data: unknown): Uint8Array {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return data instanceof Uint8Array ? data : new TextEncoder().encode(String(data));
}

function base64Url(text: string): string {
  const binary = String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
