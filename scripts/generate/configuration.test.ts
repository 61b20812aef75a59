import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configSchema } from '../../packages/server/src/config.ts';
import { defaultLimits } from '../../packages/server/src/sessions/limits.ts';
import { defaultWireLimits } from '../../packages/server/src/wire/limits.ts';
import { root } from '../lib/paths.mjs';

const page = readFileSync(join(root, 'docs', 'configuration.md'), 'utf8');

test.each([configSchema.shape, defaultLimits, defaultWireLimits])(
  'everything that can be set is documented',
  (keys) => {
    expect(Object.keys(keys).filter((key) => !page.includes(`\`${key}\``))).toEqual([]);
  },
);
