import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError } from './config.ts';

/** A thing that a file may bring: it has a name, and can be run. */
interface Named {
  readonly name: string;
  run(...given: never[]): unknown;
}

const kinds = { agent: '智能体', tool: '工具' };

/** All of a kind that the files named in the configuration export, in whatever way. */
export async function loadExports<T extends Named>(kind: keyof typeof kinds, paths: readonly string[]): Promise<T[]> {
  return (await Promise.all(paths.map((path) => loadFile<T>(kind, path)))).flat();
}

async function loadFile<T extends Named>(kind: keyof typeof kinds, path: string): Promise<T[]> {
  let exported: Record<string, unknown>;
  try {
    exported = (await import(pathToFileURL(resolve(path)).href)) as Record<string, unknown>;
  } catch (cause) {
    const [why = ''] = (cause as Error).message.split('\n');
    throw new ConfigError(`${path} cannot be loaded: ${why}. / 无法载入 ${path}：${why}。`, { cause });
  }
  const found = Object.values(exported).flat().filter(isNamed) as T[];
  if (found.length > 0) return found;
  throw new ConfigError(`${path} exports no ${kind}. / ${path} 没有导出${kinds[kind]}。`);
}

function isNamed(value: unknown): value is Named {
  if (typeof value !== 'object' || value === null) return false;
  const { name, run } = value as Partial<Named>;
  return typeof name === 'string' && typeof run === 'function';
}
