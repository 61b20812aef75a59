import { connect } from '@polywire/client';
import type { Dialect } from '@polywire/protocol';
import type { ReadLong } from './contract.ts';
import { fakeSocket } from './fake-socket.ts';

/** Our client in one of the dialects that have a socket. */
export function ours(dialect: Dialect): ReadLong {
  const endpoint = dialect.endpoints.find((each) => each.does === 'converse' && each.framing === 'ws')?.path as string;
  return async (chunks) => {
    const socket = fakeSocket(dialect, chunks);
    const conversation = connect({ url: 'http://host', dialect, endpoint, session: '1', webSocket: socket.open });
    conversation.subscribe(() => undefined);
    void conversation.send('go').catch(() => undefined);
    const spent = await socket.play();
    conversation.close();
    return spent;
  };
}
