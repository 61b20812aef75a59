import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository, whatever the folder of the caller. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
