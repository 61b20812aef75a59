import { dialectNamed } from '@polywire/protocol';
import { reader } from '../../readers/lumine.ts';
import { testDialect } from '../../src/index.ts';

testDialect(dialectNamed('lumine'), { fixtures: new URL('../../fixtures/lumine/', import.meta.url), reader });
