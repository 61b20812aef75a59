import { hostile } from './hostile/index.ts';
import { main } from './lib/main.ts';
import { words } from './lib/words.ts';

await main(hostile, { command: 'npm run test:hostile', title: words.attack });
