import { RunError } from '../agents/errors.ts';
import type { Spent } from './budget.ts';
import type { Limits } from './limits.ts';

/** Why a run must end for what it, or all of its owner's runs, have used. */
export function overspent(limits: Limits, run: Spent, owner: Spent): RunError | undefined {
  const { tokens, cost, ownerTokens, ownerCost } = limits;
  const reached = (code: string, name: keyof Limits, en: string, zh: string): RunError => {
    const is = limits[name];
    const message = `The limit is reached: ${is} ${en}; limits.${name} sets it. / 已达上限：每${zh} ${is}，由 limits.${name} 设定。`;
    return new RunError(code, message, { timedOut: true });
  };
  if (tokens > 0 && run.tokens > tokens) return reached('TOKEN_LIMIT', 'tokens', 'tokens of a run', '次运行的词元');
  if (cost > 0 && run.cost > cost) return reached('COST_LIMIT', 'cost', 'cost of a run', '次运行的费用');
  if (ownerTokens > 0 && owner.tokens > ownerTokens)
    return reached('OWNER_TOKEN_LIMIT', 'ownerTokens', 'tokens of a day', '日词元');
  if (ownerCost > 0 && owner.cost > ownerCost)
    return reached('OWNER_COST_LIMIT', 'ownerCost', 'cost of a day', '日费用');
  return undefined;
}

export function tooManyRounds(iterations: number): RunError {
  const message = `The agent went through its ${iterations} rounds; limits.iterations sets them. / 智能体已用完 ${iterations} 轮，由 limits.iterations 设定。`;
  return new RunError('ITERATION_LIMIT', message, { timedOut: true });
}
