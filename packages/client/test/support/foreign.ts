import type { IndependentServer } from '@polywire/conformance/independent-server';
import type { Dialect } from '@polywire/protocol';
import { dialects } from '@polywire/protocol/dialects';

export interface Foreign {
  readonly name: string;
  readonly dialect: Dialect;
  start(): Promise<IndependentServer>;
}

/** Every dialect that somebody else's server speaks, with a server that was written from its document alone. */
export const foreign: readonly Foreign[] = dialects
  .filter(({ name }) => name !== 'native')
  .map((dialect) => ({
    name: dialect.name,
    dialect,
    start: async () => {
      const module = (await import(`../../../conformance/servers/${dialect.name}.ts`)) as {
        start(): Promise<IndependentServer>;
      };
      return module.start();
    },
  }));
