import { page } from '../../../trials/hostile/page/index.ts';
import { testTrials } from '../../../trials/lib/test-trials.ts';

/** The short form of `npm run test:hostile -- --only rendering`. */
testTrials(page);
