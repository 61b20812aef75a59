import { testDialect } from '../src/index.ts';
import { toy } from './toy/index.ts';
import { reader } from './toy/reader.ts';

// A dialect nobody has heard of gets the whole suite from one line.
testDialect(toy, { fixtures: new URL('./toy/fixtures/', import.meta.url), reader });
