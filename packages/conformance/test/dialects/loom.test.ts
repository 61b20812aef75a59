import { dialectNamed } from '@polywire/protocol';
import { reader } from '../../readers/loom.ts';
import { testDialect } from '../../src/index.ts';

testDialect(dialectNamed('loom'), { fixtures: new URL('../../fixtures/loom/', import.meta.url), reader });
