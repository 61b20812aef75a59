import type { Dialect, Frame } from '@polywire/protocol';

/** Faults to put into a server, so that it is seen that a fuzzer finds them. */
export const planted: Readonly<Record<string, (dialect: Dialect) => Dialect>> = {
  'takes what must be rejected': (dialect) =>
    withCommands(dialect, (frame, read) => {
      const decoded = read(frame);
      return decoded.issue ? { values: [{ type: 'message.send', text: 'taken' }] } : decoded;
    }),
  'complains in words that the dialect has not': (dialect) =>
    withCommands(dialect, (frame, read) => {
      const decoded = read(frame);
      return decoded.issue ? { ...decoded, replies: [{ data: '{"oops":true}' }] } : decoded;
    }),
  'throws at what is too deep': (dialect) =>
    withCommands(dialect, (frame, read) => {
      if (frame.data.includes('[[[[[')) throw new Error('the stack is at its end');
      return read(frame);
    }),
};

type Commands = ReturnType<Dialect['server']['commands']>;

function withCommands(
  dialect: Dialect,
  push: (frame: Frame, read: Commands['push']) => ReturnType<Commands['push']>,
): Dialect {
  const commands = (): Commands => {
    const inner = dialect.server.commands();
    return { push: (frame) => push(frame, (each) => inner.push(each)), end: () => inner.end() };
  };
  return { ...dialect, server: { ...dialect.server, commands } };
}
