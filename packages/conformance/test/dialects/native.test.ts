import { dialectNamed } from '@polywire/protocol';
import { reader } from '../../readers/native.ts';
import { testDialect } from '../../src/index.ts';

testDialect(dialectNamed('native'), { fixtures: new URL('../../fixtures/native/', import.meta.url), reader });
