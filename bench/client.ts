// What a chunk costs our client, and that it does not cost more the longer the answer gets.
//   npm run bench:client
import { connect } from '@polywire/client';
import type { Dialect } from '@polywire/protocol';
import { dialects } from '@polywire/protocol/dialects';
import { fakeSocket } from './client/fake-socket.ts';

const SIZES = [10_000, 40_000];
const ROUNDS = 5;
const GOAL = 1.2;
let isMet = true;

for (const dialect of dialects.filter(({ endpoints }) =>
  endpoints.some((e) => e.does === 'converse' && e.framing === 'ws'),
)) {
  const endpoint = dialect.endpoints.find((each) => each.does === 'converse' && each.framing === 'ws')?.path as string;
  const best = SIZES.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [i, size] of SIZES.entries())
      best[i] = Math.min(best[i] as number, await perChunk(dialect, endpoint, size));
  }
  const [small = 0, large = 0] = best;
  const ratio = large / small;
  if (ratio > GOAL) isMet = false;
  console.log(
    `${dialect.name.padEnd(10)} ${SIZES.map((size, i) => `${size} chunks: ${((best[i] as number) * 1000).toFixed(2)} µs each`).join(', ')}; ratio ${ratio.toFixed(2)} (goal ≤ ${GOAL})`,
  );
}
if (!isMet) process.exitCode = 1;

async function perChunk(dialect: Dialect, endpoint: string, size: number): Promise<number> {
  const socket = fakeSocket(dialect, size);
  const conversation = connect({ url: 'http://host', dialect, endpoint, session: '1', webSocket: socket.open });
  conversation.subscribe(() => undefined);
  void conversation.send('go').catch(() => undefined);
  const spent = await socket.play();
  conversation.close();
  return spent / size;
}
