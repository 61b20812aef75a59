import { onTestFinished } from 'vitest';
import type { Agent } from '../agents/contract.ts';
import type { StoreUnderTest } from '../store/sqlite/testing.ts';
import { Directory, type DirectoryOptions } from './directory.ts';
import { defaultLimits } from './limits.ts';

let epochs = 0;

/** A process with one agent; it goes away without a word when it is closed, at the latest when the test is over. */
export function directoryUnderTest(
  { log, store }: StoreUnderTest,
  agent: Agent,
  more: Partial<DirectoryOptions> = {},
): Directory {
  epochs += 1;
  const directory = new Directory({
    ...{ log, store, agents: [agent], limits: defaultLimits, whenBusy: 'enqueue', secret: 's', epoch: epochs },
    now: Date.now,
    report: (error) => {
      throw error;
    },
    ...more,
  });
  onTestFinished(() => directory.close());
  return directory;
}

/** A client that answers questions by their names. */
export const sender = { by: 'ann', answers: { text: 'native', approval: 'native', plan: 'native' } } as const;
