import { loadExports } from '../load-exports.ts';
import { builtInTools, type ToolParts } from './builtin.ts';
import type { Tool, Toolbox } from './contract.ts';
import { McpConnection } from './mcp/connection.ts';
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
  set.add(await loadExports<Tool>('tool', settings.tools));
  const servers = Object.entries(settings.mcp).map(([name, server]) => {
    const replace = set.add([]);
    return new McpConnection(name, server, { store: parts.store, report: parts.report, onTools: replace });
  });
  return {
    get list() {
      return set.list;
    },
    named: (name) => set.named(name),
    ready: Promise.race([Promise.all(servers.map((server) => server.start())), patience()]).then(() => undefined),
    async close() {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

/** One that hangs must not keep everybody waiting. */
function patience(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, READY_MS).unref());
}

const READY_MS = 5_000;
