import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const conduct = new URL('./conduct.ts', import.meta.url).href;
/** In a process of its own: here the failure would be the test's. */
const program = `
  const { conduct } = await import(${JSON.stringify(conduct)});
  const run = () => {
    void Promise.reject(new Error('nobody waits for it'));
    return new Promise((resolve) => setTimeout(resolve, 10_000));
  };
  const stray = await conduct({ name: 'stray', run }, { count: 1, seed: 1 });
  const next = await conduct({ name: 'next', run: async () => ({ en: 'fine', zh: '好' }) }, { count: 1, seed: 1 });
  console.log(JSON.stringify([stray.failure?.message, next.result.en]));
  process.exit();
`;

it('tells a failure that nobody waits for as that of its trial, and goes on', async () => {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(JSON.parse(stdout)).toEqual(['nobody waits for it', 'fine']);
}, 20_000);
