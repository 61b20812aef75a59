import { dialectNamed } from '@polywire/protocol';
import { reader } from '../../readers/nexus.ts';
import { testDialect } from '../../src/index.ts';

testDialect(dialectNamed('nexus'), { fixtures: new URL('../../fixtures/nexus/', import.meta.url), reader });
