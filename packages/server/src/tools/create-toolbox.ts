import { builtInTools, type ToolParts } from './builtin.ts';
import type { Toolbox } from './contract.ts';
import { loadTools } from './load-tools.ts';
import { ToolSet } from './toolbox.ts';

export interface ToolboxParts extends ToolParts {
  report(error: unknown): void;
}

export interface OpenToolbox extends Toolbox {
  /** Resolves when tools of other programs are here, or have had their time to come. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/** All tools that agents of this server have. */
export async function createToolbox(parts: ToolboxParts): Promise<OpenToolbox> {
  const { settings } = parts;
  const set = new ToolSet(settings.approval);
  set.add(builtInTools(parts));
  set.add(await loadTools(settings.tools));
  return {
    get list() {
      return set.list;
    },
    named: (name) => set.named(name),
    ready: Promise.resolve(),
    async close() {
      // Nothing is open yet.
    },
  };
}
