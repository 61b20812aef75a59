import { dialectNamed, dialects } from '@polywire/protocol';
import { expect, it } from 'vitest';
import { CROWD } from '../src/wire/feeds.ts';
import type { RawClient } from './support/client.ts';
import { serverForEach } from './support/open-server.ts';
import { play, slow, textOf, watch } from './support/watching.ts';

const native = dialectNamed('native');

const { server, native: api } = serverForEach();

it('shows one session to every dialect at once, all of it to each', async () => {
  const session = await api.newSession();
  const clients = await Promise.all(dialects.map((dialect) => watch(server.url, dialect, session, { restore: '1' })));
  const [speaker] = clients as [RawClient];
  await play(speaker, [{ say: 'Hello ', times: 20, everyMs: 1 }, { tool: 'search', args: { q: 1 } }, { say: 'end' }]);
  await Promise.all(clients.map((client) => client.until((c) => c.has('run.finished'))));
  for (const client of clients) {
    const text = textOf(client);
    expect(text).toContain('Hello 1 Hello 2 ');
    expect(text).toContain('Hello 20 end');
    expect(client.drafts).toContainEqual(
      expect.objectContaining({ type: 'tool.finished', name: 'search', outcome: 'ok' }),
    );
  }
  await Promise.all(clients.map((client) => client.close()));
});

const closing = dialects.filter(({ traits }) => traits.afterEnd === 'close');

it.each(closing.map((dialect) => ({ name: dialect.name, dialect })))(
  '$name: the end closes the socket of everybody who saw it come, not only of who began',
  async ({ dialect }) => {
    const session = await api.newSession();
    const waiting = [await watch(server.url, native, session), await watch(server.url, dialect, session)] as const;
    await play(waiting[0], [...slow, { say: 'end' }]);
    await waiting[1].until(({ drafts }) => drafts.length > 10);
    const joined = [
      await watch(server.url, dialect, session),
      await watch(server.url, dialect, session, { after: '0' }),
    ];
    for (const client of [waiting[1], ...joined]) {
      await client.until((c) => c.has('run.finished'));
      await client.until((c) => c.isClosed);
      expect(client.closeCode).toBe(1000);
    }
    // What was over before is no reason to hang up on who comes to ask for more.
    const later = await watch(server.url, dialect, session, { after: '0' });
    await later.until((c) => c.has('run.finished'));
    await play(later, [{ say: 'more' }]);
    await later.until((c) => textOf(c).endsWith('more') && c.isClosed);
    await waiting[0].close();
  },
);

it('gives a crowd every word once and in its order, whenever somebody joins it', async () => {
  const session = await api.newSession();
  const crowd = await Promise.all(
    Array.from({ length: CROWD }, () => watch(server.url, native, session, { after: '0' })),
  );
  const [speaker] = crowd as [RawClient];
  await play(speaker, [{ say: 'w', times: 300, everyMs: 2 }, { tool: 'search', args: { q: 1 } }, { say: 'end' }]);
  // One less, and it is no crowd any more until the next joins it.
  for (const [i, after] of ['0', '5', 'now', '0', '7', 'now'].entries()) {
    crowd.splice(1, 1)[0]?.cut();
    await speaker.until(({ drafts }) => drafts.length > (i + 1) * 40);
    crowd.push(await watch(server.url, native, session, after === 'now' ? {} : { after }));
  }
  await Promise.all(crowd.map((client) => client.until((c) => c.has('run.finished'))));
  const whole = speaker.frames.map(seqIn).filter((seq) => seq > 0);
  expect(whole).toEqual(whole.map((_, i) => i + 1));
  expect(textOf(speaker)).toBe(`${Array.from({ length: 300 }, (_, i) => `w${i + 1} `).join('')}end`);
  for (const { frames } of crowd) {
    const seqs = frames.map(seqIn).filter((seq) => seq > 0);
    expect(seqs).toEqual(whole.slice((seqs[0] ?? 0) - 1));
  }
  await Promise.all(crowd.map((client) => client.close()));
});

it('lets a client go on in another dialect from where it stood', async () => {
  const session = await api.newSession();
  // One that shows whole messages has nothing to show before the end.
  const order = [...dialects.filter(({ traits }) => !traits.preview), native];
  const writer = await watch(server.url, native, session);
  await play(writer, [{ say: 'w', times: 500, everyMs: 4 }]);
  await writer.until((c) => c.has('text.delta'));
  let after = 0;
  let said = '';
  for (const [i, dialect] of order.entries()) {
    const client = await watch(server.url, dialect, session, { cursor: '1', after: String(after) });
    const isLast = i === order.length - 1;
    await client.until((c) =>
      isLast ? c.has('run.finished') : c.frames.filter(({ cursor }) => cursor).length > 2 || c.has('run.finished'),
    );
    said += textOf(client);
    after = Math.max(after, ...client.frames.map(({ cursor }) => cursor?.seq ?? 0));
    client.cut();
  }
  expect(said).toBe(Array.from({ length: 500 }, (_, i) => `w${i + 1} `).join(''));
  await writer.until((c) => c.has('run.finished'));
  await writer.close();
});

it('lets a client without cursors go on where its last connection ended', async () => {
  const plain = dialects.filter(
    ({ endpoints, traits }) =>
      endpoints.some(({ does, session }) => does === 'converse' && session === 'path') && traits.stream === 'turn',
  );
  expect(plain.length).toBeGreaterThan(0);
  for (const dialect of plain) {
    const session = await api.newSession();
    const first = await watch(server.url, dialect, session);
    await play(first, [{ say: 'n', times: 100, everyMs: 3 }]);
    await first.until((c) => c.frames.length > 5);
    await first.close();
    const second = await watch(server.url, dialect, session);
    await second.until((c) => c.frames.some(({ data }) => data.includes('n100 ')));
    expect(textOf(first) + textOf(second)).toBe(Array.from({ length: 100 }, (_, i) => `n${i + 1} `).join(''));
    await second.close();
  }
});

function seqIn({ data }: { readonly data: string }): number {
  return (JSON.parse(data) as { seq?: number }).seq ?? 0;
}
