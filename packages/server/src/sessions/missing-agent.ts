import type { Agent } from '../agents/contract.ts';
import { RunError } from '../agents/errors.ts';

/** In the place of an agent that a message or a run was for and that is not configured any more. */
export function missingAgent(name: string | undefined): Agent {
  return {
    name: name ?? '',
    run: () =>
      Promise.reject(new RunError('NO_AGENT', `The agent ${name} is not there any more. / 智能体 ${name} 已不存在。`)),
  };
}
