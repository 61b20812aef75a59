import { randomInt } from 'node:crypto';
import { defineTool } from '@polywire/server';
import { z } from 'zod';

export const rollDice = defineTool({
  name: 'roll_dice',
  description: { en: 'Rolls dice', zh: '掷骰子' },
  parameters: z.object({
    count: z.number().int().min(1).max(20).default(1),
    sides: z.number().int().min(2).default(6),
  }),
  run: ({ count, sides }) => Array.from({ length: count }, () => randomInt(1, sides + 1)),
});
