import type { OpenWebSocket, WebSocketLike } from './contract.ts';
import { ClientError } from './errors.ts';

/** The WebSocket of browsers and of newer Nodes. It cannot send headers, so a token goes as a subprotocol. */
export const platformWebSocket: OpenWebSocket = (url, { protocols }) => {
  const { WebSocket } = globalThis as { WebSocket?: new (url: string, protocols: string[]) => WebSocketLike };
  if (!WebSocket) {
    throw new ClientError(
      'INVALID',
      'This platform has no WebSocket; on Node 20 give connect the one of @polywire/client/node. / 当前平台没有 WebSocket；在 Node 20 上请使用 @polywire/client/node。',
    );
  }
  return new WebSocket(url, protocols);
};
