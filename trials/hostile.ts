import { browser } from '../scripts/lib/browser.mjs';
import { build } from '../scripts/lib/build.mjs';
import { report } from '../scripts/lib/failure.mjs';
import { hostile } from './hostile/index.ts';
import { main } from './lib/main.ts';
import { words } from './lib/words.ts';

await prepare().catch(report);
await main(hostile, { command: 'npm run test:hostile', title: words.attack });

/** Where this fails, the attacks on the page are left out, and their line says why. */
async function prepare(): Promise<void> {
  process.env.CHROMIUM ??= await browser();
  await build();
}
