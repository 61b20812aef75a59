import { spawnSync } from 'node:child_process';
import type { Text } from '../contract.ts';

/** Why system calls cannot be traced here, if so. */
export function cannotTrace(): Text | undefined {
  // A real one: some containers let a tracer start and then show it nothing.
  const [command, ...args] = traced('-e', 'trace=write', '-e', 'inject=write:signal=SIGKILL', 'echo') as [string];
  canTrace ??= spawnSync(command, args).signal === 'SIGKILL';
  return canTrace ? undefined : NEEDS_STRACE;
}
let canTrace: boolean | undefined;

const NEEDS_STRACE: Text = {
  en: 'strace cannot be had, or may not trace here (apt-get install strace)',
  zh: '没有 strace，或此处不允许跟踪（apt-get install strace）',
};

/**
 * A command before another one that traces it. The tracer is the grandchild, so that whoever starts it has the process
 * itself as a child.
 */
export function traced(...options: readonly string[]): string[] {
  return ['strace', '-D', '-f', '-e', 'signal=none', '-o', '/dev/null', ...options];
}
