import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError } from '../config.ts';
import type { Tool } from './contract.ts';

/** The tools that the files named in the configuration export, in whatever way. */
export async function loadTools(paths: readonly string[]): Promise<readonly Tool[]> {
  const found = await Promise.all(paths.map(loadFile));
  return found.flat();
}

async function loadFile(path: string): Promise<readonly Tool[]> {
  let exported: Record<string, unknown>;
  try {
    exported = (await import(pathToFileURL(resolve(path)).href)) as Record<string, unknown>;
  } catch (error) {
    throw new ConfigError(`${path}: ${(error as Error).message}`);
  }
  const tools = Object.values(exported).flat().filter(isTool);
  if (tools.length === 0) throw new ConfigError(`${path} exports no tool. / ${path} 没有导出工具。`);
  return tools;
}

function isTool(value: unknown): value is Tool {
  if (typeof value !== 'object' || value === null) return false;
  const { name, run } = value as Partial<Tool>;
  return typeof name === 'string' && typeof run === 'function';
}
