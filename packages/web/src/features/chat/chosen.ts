import type { SessionInfo } from '../../lib/api.ts';
import type { Chosen } from '../settings/choices.tsx';

/** What was chosen here and is not yet in what the server tells about the session. */
export interface Ahead {
  readonly change: Partial<Chosen>;
  /** Set once the server has it: what it told until then is older, what it tells afterwards counts. */
  readonly told?: { readonly info: SessionInfo | undefined };
}
/** It is kept under this name. */
export const AHEAD = 'ahead';

export function chosenOf(info: SessionInfo | undefined, ahead: Ahead | undefined): Chosen {
  const told = { agent: info?.agent ?? '', model: info?.model ?? '', policy: info?.policy ?? 'destructive' };
  return ahead && (!ahead.told || ahead.told.info === info) ? { ...told, ...ahead.change } : told;
}
