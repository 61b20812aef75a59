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

const asking = dialects.map(({ name }) => name).slice(0, 2);

it.each(asking)('the example script asks over %s', async (name) => {
  expect(await ask(name, 'repeat this')).toEqual({ code: 0, said: 'repeat this' });
});

it.each(asking)('the example script shows what it is asked over %s', async (name) => {
  expect(await ask(name, JSON.stringify([{ ask: 'Which colour?' }]))).toEqual({ code: 0, said: 'Which colour?' });
});

async function ask(dialect: string, question: string): Promise<{ code: unknown; said: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', script, server.url, dialect, question]);
  let said = '';
  child.stdout.on('data', (text) => {
    said += String(text);
  });
  child.stderr.on('data', (text) => {
    said += String(text);
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, said: said.trim() };
}
