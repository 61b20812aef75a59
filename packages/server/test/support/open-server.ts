import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { ConfigFile, Parts } from '../../src/index.ts';
import { type NativeApi, nativeApi } from './native.ts';
import { type TestServer, testServer } from './server.ts';

export interface OpenServer {
  readonly server: TestServer;
  readonly native: NativeApi;
}

/** A server for all tests of the file, or of the `describe`, that calls this. */
export function serverForAll(config?: ConfigFile, parts?: Parts): OpenServer {
  return opened(beforeAll, afterAll, () => testServer(config, parts));
}

/** Another for each of them. */
export function serverForEach(config?: ConfigFile, parts?: Parts): OpenServer {
  return opened(beforeEach, afterEach, () => testServer(config, parts));
}

type Hook = (work: () => Promise<void>) => void;

/** They are filled in once it is open, so that tests name them as if it were from the beginning. */
function opened(before: Hook, after: Hook, open: () => Promise<TestServer>): OpenServer {
  const server = {} as TestServer;
  const native = {} as NativeApi;
  const become = (now: TestServer): TestServer => {
    Object.assign(native, nativeApi(now.url));
    return Object.assign(server, now, {
      restart: async (changed?: ConfigFile) => become(await now.restart(changed)),
    });
  };
  before(async () => {
    become(await open());
  });
  after(() => server.close());
  return { server, native };
}
