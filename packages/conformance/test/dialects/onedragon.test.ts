import { dialectNamed } from '@polywire/protocol';
import { reader } from '../../readers/onedragon.ts';
import { testDialect } from '../../src/index.ts';

testDialect(dialectNamed('onedragon'), { fixtures: new URL('../../fixtures/onedragon/', import.meta.url), reader });
