import { expect, it, onTestFinished } from 'vitest';
import { nativeApi, script } from './support/native.ts';
import { testServer } from './support/server.ts';

it('forgets at a start what nothing happened to for long, and keeps what somebody still waits for', async () => {
  const first = await testServer();
  const before = nativeApi(first.url);
  const settled = await before.newSession();
  await before.start(settled, script({ say: 'marmalade' }), 'run.finished');
  const asking = await before.newSession();
  await before.start(asking, script({ ask: 'Go on?' }), 'input.requested');

  const aMomentInDays = 1e-9;
  const second = await first.restart({ retentionDays: aMomentInDays });
  onTestFinished(() => second.close());
  const { call } = nativeApi(second.url);
  expect((await call(`GET /v1/sessions/${settled}`)).status).toBe(404);
  expect((await call(`GET /v1/sessions/${asking}`)).status).toBe(200);
  expect((await call('GET /v1/search?q=marmalade')).body).toEqual({ hits: [] });
});
