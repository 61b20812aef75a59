import { expect, it, vi } from 'vitest';
import type { Agent } from '../agents/contract.ts';
import { type StoreUnderTest, storeUnderTest } from '../store/sqlite/testing.ts';
import type { DirectoryOptions } from './directory.ts';
import { directoryUnderTest, sender } from './testing.ts';

const patient = { timeout: 20_000 };

/** Never gets anything done. */
const slow: Agent = {
  name: 'slow',
  run: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
};

/** A process; it goes away without a word when it is closed. */
async function start(under: StoreUnderTest, more: Partial<DirectoryOptions> = {}) {
  const directory = directoryUnderTest(under, slow, more);
  const id = (await directory.find('ann', 'any', 'talk', true))?.id ?? '';
  await directory.recover();
  const reasons = () =>
    under.log.readNow(id, 0, 1_000).events.flatMap((event) => (event.type === 'run.status' ? [event.reason] : []));
  const codes = () =>
    under.log.readNow(id, 0, 1_000).events.flatMap((event) => (event.type === 'error' ? [event.code] : []));
  return { directory, open: () => directory.open('ann', id), reasons, codes };
}

it('is not the run that the process outlives, however often that is stopped', async () => {
  const under = await storeUnderTest();
  let process = await start(under);
  await (await process.open()).submit({ type: 'message.send', text: 'think' }, sender);
  for (let steady = 1; steady <= 3; steady += 1) {
    // Taken up at once, and then, as one that got nothing done, on its own.
    for (let starts = 1; starts <= 2; starts += 1) {
      await process.directory.close();
      process = await start(under);
      await vi.waitFor(
        () => expect(process.reasons().filter((reason) => reason === 'recovered').length).toBe(steady * 2 - 2 + starts),
        patient,
      );
    }
    await vi.waitFor(
      () => expect(process.reasons().filter((reason) => reason === 'steady').length).toBe(steady),
      patient,
    );
  }
  expect(process.codes()).toEqual([]);
}, 60_000);

it('is parked when it stopped the process three times', async () => {
  const under = await storeUnderTest();
  let process = await start(under);
  await (await process.open()).submit({ type: 'message.send', text: 'think' }, sender);
  const recovered = () => process.reasons().filter((reason) => reason === 'recovered').length;
  for (let deaths = 1; deaths < 3; deaths += 1) {
    await process.directory.close();
    process = await start(under);
    await vi.waitFor(() => expect(recovered()).toBe(deaths), patient);
    expect(process.codes()).toEqual([]);
  }
  await process.directory.close();
  process = await start(under);
  await vi.waitFor(() => expect(process.codes()).toEqual(['CRASHED']), patient);
  expect(recovered()).toBe(2);
}, 60_000);

it('is not the run whose log cannot be written again and again, for the process goes on', async () => {
  const under = await storeUnderTest();
  const told: unknown[] = [];
  let process = await start(under, { report: (error) => told.push(error) });
  await (await process.open()).submit({ type: 'message.send', text: 'think' }, sender);
  for (let outages = 1; outages <= 4; outages += 1) {
    under.database.db.pragma('query_only = ON');
    expect(await (await process.open()).submit({ type: 'run.stop' }, sender)).toMatchObject({ ok: false });
    under.database.db.pragma('query_only = OFF');
    await (await process.open()).written();
    expect(process.reasons().filter((reason) => reason === 'reloaded')).toHaveLength(outages);
  }
  expect(told).toHaveLength(4);
  // Nor do they count when it is taken up by another.
  await process.directory.close();
  process = await start(under);
  await (await process.open()).written();
  expect(process.codes()).toEqual([]);
}, 60_000);

it('goes on at once when somebody has something to say to it', async () => {
  const under = await storeUnderTest();
  let process = await start(under);
  await (await process.open()).submit({ type: 'message.send', text: 'think' }, sender);
  for (let deaths = 1; deaths <= 2; deaths += 1) {
    await process.directory.close();
    process = await start(under);
    await (await process.open()).written();
  }
  const session = await process.open();
  expect(await session.submit({ type: 'run.pause' }, sender)).toMatchObject({ ok: true });
  expect(session.isHeld).toBe(false);
  expect(session.run?.status).toMatch(/paus/);
}, 60_000);
