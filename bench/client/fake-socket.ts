import type { OpenWebSocket, WebSocketLike } from '@polywire/client';

/** A socket that is given its messages without a network. */
export interface FakeSocket {
  readonly open: OpenWebSocket;
  /** Resolves when the client had time to read them. */
  give(messages: readonly string[]): Promise<void>;
}

export function fakeSocket(): FakeSocket {
  let opened: (socket: WebSocketLike) => void = () => undefined;
  const socket = new Promise<WebSocketLike>((resolve) => {
    opened = resolve;
  });
  return {
    open: () => {
      const made: WebSocketLike = {
        onopen: null,
        onmessage: null,
        onclose: null,
        onerror: null,
        send: () => undefined,
        close: () => undefined,
      };
      queueMicrotask(() => {
        made.onopen?.();
        opened(made);
      });
      return made;
    },
    async give(messages) {
      const { onmessage } = await socket;
      for (const data of messages) onmessage?.({ data });
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
