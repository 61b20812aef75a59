import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { StartSide } from '../contract.ts';

/** The chunks alone, made and thrown away: what every other side pays before it has done anything. Nobody connects. */
export const start: StartSide = async ({ runs }, carry) => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  let length = 0;
  for (let run = 0; run < runs; run += 1) {
    void carry((text) => {
      length += text.length;
    });
  }
  return {
    port: (server.address() as AddressInfo).port,
    dialogues: [],
    async close() {
      if (length === 0) throw new Error('the source made nothing');
      server.close();
    },
  };
};
