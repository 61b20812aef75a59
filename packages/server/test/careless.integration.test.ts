import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { MainProcess } from './support/main-process.ts';
import { isEnd, nativeApi } from './support/native.ts';

const agent = fileURLToPath(new URL('./support/careless-agent.ts', import.meta.url));

it('goes on where an agent leaves a promise to fail with nobody waiting for it, and tells the operator', async () => {
  const { url, program } = await start();
  const { newSession, start: say, runEvents } = nativeApi(url);
  const session = await newSession();
  const run = await say(session, 'reject', 'run.finished');
  expect((await runEvents(run)).find(isEnd)).toMatchObject({ status: 'complete' });
  await program.printed(/nobody listens/);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(await program.stop()).toBe(0);
});

it('ends with a sentence where an agent throws and nobody can catch it', async () => {
  const { url, program } = await start();
  const { call, newSession } = nativeApi(url);
  await call(`POST /v1/sessions/${await newSession()}/runs`, { input: 'throw' }).catch(() => undefined);
  expect(await program.exited()).toBe(1);
  expect(program.output).toContain('nobody listens');
  expect(program.output).toContain('runs go on from the log');
});

async function start(): Promise<{ url: string; program: MainProcess }> {
  const data = await mkdtemp(join(tmpdir(), 'polywire-test-'));
  const config = join(data, 'config.json');
  await writeFile(config, JSON.stringify({ agents: [agent], agent: 'careless', ownDocs: false }));
  const program = new MainProcess(['--port', '0', '--data', data, '--config', config]);
  onTestFinished(async () => {
    await program.stop();
    await rm(data, { recursive: true, force: true });
  });
  const url = await program.printed(/http:\/\/[\d.:]+/);
  return { url, program };
}
