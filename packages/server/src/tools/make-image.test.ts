import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@polywire/protocol';
import { describe, expect, it, vi } from 'vitest';
import { makeImage } from './make-image.ts';
import { OWNER, sessionUnderTest } from './testing.ts';

// A process of its own takes its time to begin on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

async function underTest() {
  const session = await sessionUnderTest();
  const tool = makeImage(session);
  async function draw(args: JsonObject) {
    const made = (await session.use(tool, args)) as { url: string; width: number; height: number };
    const [upload] = (await session.store.uploads.list(OWNER, session.session)).slice(-1);
    const pieces: Uint8Array[] = [];
    for await (const piece of (await session.store.uploads.read(OWNER, upload?.id ?? '')) ?? []) pieces.push(piece);
    return { ...made, upload, png: Buffer.concat(pieces) };
  }
  return { ...session, draw };
}

describe('an image', () => {
  it.each([
    { kind: 'chart', title: '各月 Sales', labels: ['一月', '二月'], values: [3, -5] },
    { kind: 'chart', title: 'One', type: 'pie', labels: ['a'], values: [1] },
    { kind: 'diagram', title: 'Flow', nodes: ['开始', 'work', 'end'] },
    {
      kind: 'diagram',
      title: 'A circle & <more>',
      edges: [
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'a'],
      ],
    },
    {
      kind: 'diagram',
      title: 'svg',
      svg: '<svg width="40" height="30"><rect width="40" height="30" fill="red"/></svg>',
    },
  ])('is drawn as PNG, kept, and shown: %j', async (args) => {
    const { draw, emitted } = await underTest();
    const { url, width, height, upload, png } = await draw(args as JsonObject);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height]);
    expect(upload?.mediaType).toBe('image/png');
    expect(url).toBe(`/files/${upload?.id}`);
    expect(emitted).toMatchObject([{ type: 'image', url, mediaType: 'image/png', alt: args.title }]);
  });

  it('shows other values as another picture', async () => {
    const { draw } = await underTest();
    const one = await draw({ kind: 'chart', title: 'T', values: [1, 2] });
    const two = await draw({ kind: 'chart', title: 'T', values: [1, 3] });
    expect(one.png.equals(two.png)).toBe(false);
  });

  it('has nothing of this machine in it', async () => {
    const { draw, directory } = await underTest();
    const svg = (inner: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40">${inner}</svg>`;
    const picture = (inner: string) => draw({ kind: 'diagram', title: 't', svg: svg(inner) });
    const { png } = await picture('<rect width="40" height="40" fill="red"/>');
    const secret = join(directory, 'secret.png');
    writeFileSync(secret, png);
    const empty = (await picture('')).png;
    for (const inner of [
      `<image href="${secret}" width="40" height="40"/>`,
      `<image xlink:href="${secret}" width="40" height="40"/>`,
      `<image href="file://${secret}" width="40" height="40"/>`,
      `<filter id="f"><feImage href="${secret}"/></filter><rect width="40" height="40" filter="url(#f)" fill="none"/>`,
    ]) {
      expect((await picture(inner)).png.equals(empty), inner).toBe(true);
    }
    const entity = `<!DOCTYPE svg [<!ENTITY x "${secret}">]>${svg('<image href="&x;" width="40" height="40"/>')}`;
    const smuggled = await draw({ kind: 'diagram', title: 't', svg: entity }).catch(() => ({ png: empty }));
    expect(smuggled.png.equals(empty)).toBe(true);
  });

  it('is of a bearable size', async () => {
    const { draw } = await underTest();
    const { width, height } = await draw({ kind: 'diagram', title: 't', svg: '<svg width="100000" height="50000"/>' });
    expect([width, height]).toEqual([2_000, 1_000]);
  });

  it.each([{ svg: '<p>no</p>' }, { svg: '<svg width="0" height="0"/>' }, {}])('is not made of %j', async (args) => {
    const { draw, emitted } = await underTest();
    await expect(draw({ kind: 'chart', title: 't', ...args })).rejects.toThrow();
    expect(emitted).toEqual([]);
  });
});
