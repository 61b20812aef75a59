import { dialects } from '@polywire/protocol';
import { describe, expect, it } from 'vitest';
import { connect } from './connect.ts';
import type { Conversation, WebSocketLike } from './contract.ts';

const shows = async (conversation: Conversation, connection: string): Promise<void> => {
  if (conversation.getState().connection === connection) return;
  await new Promise<void>((resolve) => {
    const leave = conversation.subscribe(() => {
      if (conversation.getState().connection !== connection) return;
      leave();
      resolve();
    });
  });
};

describe.each(dialects)('what cannot be connected to by $name', (dialect) => {
  const address = { code: 'INVALID', message: expect.stringMatching(/^"nowhere" is no address.* \/ .*。$/) };

  it('is refused where it is no address', async () => {
    const conversation = connect({ url: 'nowhere', dialect });
    await expect(conversation.ready.then(() => conversation.send('Hello'))).rejects.toMatchObject(address);
    expect(conversation.getState()).toMatchObject({ connection: 'refused', error: address });
    await expect(conversation.send('Once more')).rejects.toMatchObject(address);
    conversation.close();
  });
});

const byAddress = dialects.filter(({ endpoints }) => endpoints.some(({ framing }) => framing === 'ws'));

it.each(byAddress)('$name: refuses where a platform has no sockets', async (dialect) => {
  const endpoint = dialect.endpoints.find(({ does, framing }) => does === 'converse' && framing === 'ws')?.path;
  const webSocket = () => {
    throw new TypeError('no sockets here');
  };
  const url = 'http://127.0.0.1:1';
  const conversation = connect({ url, dialect, webSocket, session: '7', ...(endpoint !== undefined && { endpoint }) });
  const error = { code: 'INVALID', message: expect.stringContaining('no sockets here') };
  await expect(conversation.ready.then(() => conversation.send('Hello'))).rejects.toMatchObject(error);
  expect(conversation.getState().connection).toBe('refused');
  conversation.close();
});

it('refuses where a connection cannot be made again', async () => {
  const sockets: WebSocketLike[] = [];
  const webSocket = (): WebSocketLike => {
    if (sockets.length > 0) throw new TypeError('no more sockets');
    const socket: WebSocketLike = {
      onopen: null,
      onmessage: null,
      onclose: null,
      onerror: null,
      send: () => undefined,
      close: () => undefined,
    };
    sockets.push(socket);
    return socket;
  };
  const [dialect = expect.fail()] = dialects;
  const conversation = connect({ url: 'http://127.0.0.1:1', dialect, webSocket, session: 's', random: () => 0 });
  await expect.poll(() => sockets.length).toBe(1);
  sockets[0]?.onopen?.();
  await conversation.ready;
  sockets[0]?.onclose?.({ code: 1006, reason: '' });
  await shows(conversation, 'refused');
  expect(conversation.getState().error).toMatchObject({ code: 'INVALID' });
  conversation.close();
});
