import type { Outcome } from '@polywire/protocol';
import { refuse } from '../sessions/refuse.ts';

export function noRun(name: string): Outcome {
  return refuse('NOT_FOUND', `There is no run ${name}. / 没有运行 ${name}。`);
}

export function notFound(name: string | undefined): Outcome {
  return refuse('NOT_FOUND', `There is no session ${name ?? ''}. / 没有会话 ${name ?? ''}。`);
}
