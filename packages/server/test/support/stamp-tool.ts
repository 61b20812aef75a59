import { appendFileSync } from 'node:fs';
import { z } from 'zod';
import { defineTool } from '../../src/tools/define-tool.ts';

/** Leaves a line in the file `STAMPS` for each time that it really ran. */
export const stamp = defineTool({
  name: 'stamp',
  description: { en: 'Leaves a stamp', zh: '盖章' },
  parameters: z.object({ on: z.string() }),
  idempotent: true,
  run({ on }) {
    appendFileSync(process.env.STAMPS ?? '', `${on}\n`);
    return `stamped ${on}`;
  },
});
