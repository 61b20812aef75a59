import { nativeApi } from '../../../../packages/server/test/support/native.ts';

/** A session of somebody's, with a run that waits for a yes. */
export interface Own {
  readonly session: string;
  readonly run: string;
}

export async function ownSession(url: string, headers: Readonly<Record<string, string>>): Promise<Own> {
  const api = nativeApi(url, headers);
  const session = await api.newSession();
  return { session, run: await api.start(session, 'hold:', 'input.requested') };
}
