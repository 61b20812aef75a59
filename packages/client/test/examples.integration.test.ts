import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { dialects } from '@polywire/protocol/dialects';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OurServer } from './support/server.ts';

const script = fileURLToPath(new URL('../../../examples/client/ask.ts', import.meta.url));
let server: OurServer;
beforeAll(async () => {
  server = await OurServer.start();
});
afterAll(() => server.remove());

it.each(dialects.map(({ name }) => name).slice(0, 2))('the example script asks over %s', async (name) => {
  const child = spawn(process.execPath, ['--import', 'tsx', script, server.url, name, 'repeat this']);
  let said = '';
  child.stdout.on('data', (text) => {
    said += String(text);
  });
  child.stderr.on('data', (text) => {
    said += String(text);
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect({ code, said: said.trim() }).toEqual({ code: 0, said: 'repeat this' });
});
