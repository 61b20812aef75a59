import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** The address of a server that answers as a test wants it. */
export async function listening(answer: RequestListener): Promise<string> {
  const stub = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => void stub.close());
  await once(stub, 'listening');
  return `http://127.0.0.1:${(stub.address() as AddressInfo).port}`;
}
