import type { TrialServer } from '../../lib/trial-server.ts';

/** Of something that hangs there is never only one. */
const AT_ONCE = 20;

/** Some beside each other, until there were so many. `one` gets its number, from 0. */
export async function many(count: number, done: () => void, one: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const n = next;
      next += 1;
      await one(n);
      done();
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, AT_ONCE) }, lane));
}

export async function play({ api }: TrialServer, input: string) {
  const session = await api.newSession();
  const { body } = await api.call<{ id: string }>(`POST /v1/sessions/${session}/runs`, { input });
  return api.runEvents(body.id);
}

/** Nobody else notices. */
export async function others({ url }: TrialServer): Promise<void> {
  const { ok } = await fetch(`${url}/readyz`);
  if (!ok) throw new Error('the server is not ready any more');
}
