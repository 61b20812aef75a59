import { dialectNamed } from '@polywire/protocol';
import { reader } from '../../readers/magentic.ts';
import { testDialect } from '../../src/index.ts';

testDialect(dialectNamed('magentic'), { fixtures: new URL('../../fixtures/magentic/', import.meta.url), reader });
