import type { CommandOf, Outcome } from '@polywire/protocol';
import { expect, it, vi } from 'vitest';
import type { Run } from '../../packages/server/src/sessions/run.ts';
import { catching } from './catching.ts';

/** Whoever answers is taken at their word, whether or not somebody did before. */
vi.mock(import('../../packages/server/src/sessions/questions.ts'), async (original) => {
  const module = await original();
  class TakesEveryAnswer extends module.Questions {
    override answer(run: Run | undefined, command: CommandOf<'input.answer'>, by: string | undefined): Outcome {
      const outcome = super.answer(run, command, by);
      if (outcome.ok || outcome.error.code !== 'ALREADY_DECIDED') return outcome;
      const { inputId = '', decision, ref = '' } = command;
      run?.resolve(inputId, { outcome: decision === 'approve' ? 'approved' : 'denied' }, { ref });
      return { ok: true, value: { inputId } };
    }
  }
  return { ...module, Questions: TakesEveryAnswer };
});

it('catches a second approval that wins', { timeout: 300_000 }, async () => {
  const { said } = await catching({});
  expect(said).toMatch(/was told that it answered/);
});
