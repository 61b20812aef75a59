import { faults } from './faults/index.ts';
import { main } from './lib/main.ts';
import { words } from './lib/words.ts';

await main(faults, { command: 'npm run test:faults', title: words.fault });
