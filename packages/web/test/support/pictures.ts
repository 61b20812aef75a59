import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of somebody else that has pictures, and notes who asks. */
export interface Pictures {
  /** `host:port`. */
  readonly host: string;
  readonly asked: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  close(): Promise<void>;
}

/** A picture of one pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkqPtfDwAEJAHXKCQwBwAAAABJRU5ErkJggg==',
  'base64',
);

export async function openPictures(): Promise<Pictures> {
  const asked: { path: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    asked.push({ path: url, headers });
    response.setHeader('content-type', 'image/png').end(pixel);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
