import { randomUUID } from 'node:crypto';
import type { Store } from '../store/contract.ts';

/** A text that stays with the data and that nobody outside knows: made at the first start. */
export async function installationSecret({ settings }: Pick<Store, 'settings'>): Promise<string> {
  const { secret } = await settings.get(NOBODY);
  if (typeof secret === 'string') return secret;
  const made = randomUUID();
  await settings.merge(NOBODY, { secret: made });
  return made;
}

/** No token names this owner, so no request can read or change what is kept here. */
const NOBODY = '';
