import { join } from 'node:path';
import { bundled } from './bundle.ts';
import { ServerProcess } from './process.ts';

const program = new URL('./agents-main.ts', import.meta.url);
const stampTool = new URL('./stamp-tool.ts', import.meta.url);

/** The built-in agents in a process of their own; their tool leaves its stamps in the folder. */
export async function startAgents(folder: string, env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const stamps = { STAMP_TOOL: await bundled(stampTool), STAMPS: join(folder, 'stamps') };
  return ServerProcess.start(join(folder, 'data'), 0, { program, env: { ...env, ...stamps } });
}
