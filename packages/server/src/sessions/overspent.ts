import { RunError } from '../agents/errors.ts';
import type { Spent } from './budget.ts';
import type { Limits } from './limits.ts';

/** Why a run must end for what it, or all of its owner's runs, have used. */
export function overspent(limits: Limits, run: Spent, owner: Spent): RunError | undefined {
  const { tokens, cost, ownerTokens, ownerCost } = limits;
  if (tokens > 0 && run.tokens > tokens) return spent('TOKEN_LIMIT', `${tokens}`, 'tokens of a run', '次运行的词元');
  if (cost > 0 && run.cost > cost) return spent('COST_LIMIT', `${cost}`, 'cost of a run', '次运行的费用');
  if (ownerTokens > 0 && owner.tokens > ownerTokens)
    return spent('OWNER_TOKEN_LIMIT', `${ownerTokens}`, 'tokens of a day', '日词元');
  if (ownerCost > 0 && owner.cost > ownerCost)
    return spent('OWNER_COST_LIMIT', `${ownerCost}`, 'cost of a day', '日费用');
  return undefined;
}

export function tooManyRounds(iterations: number): RunError {
  const message = `The agent went through its ${iterations} rounds. / 智能体已用完 ${iterations} 轮。`;
  return new RunError('ITERATION_LIMIT', message, { timedOut: true });
}

function spent(code: string, limit: string, en: string, zh: string): RunError {
  const message = `The limit is reached: ${limit} ${en}. / 已达上限：每${zh} ${limit}。`;
  return new RunError(code, message, { timedOut: true });
}
