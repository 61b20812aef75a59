import { describe, expect, it, vi } from 'vitest';
import { pdfOf } from './testing.ts';
import { textOf } from './text-of.ts';

// A process of its own takes its time to begin on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const read = (content: string | Buffer, mediaType: string, more: object = {}) =>
  textOf(Buffer.from(content as string), { mediaType, name: 'file', signal: AbortSignal.timeout(80_000), ...more });

const article = `<p>${'Bees dance to tell each other where the flowers are. '.repeat(20)}</p>`;

describe('the text', () => {
  it('of Markdown and plain text is as it was; a heading is the title', async () => {
    expect(await read('\n# Bees #\n\nThey dance.', 'text/markdown')).toEqual({
      title: 'Bees',
      text: '\n# Bees #\n\nThey dance.',
    });
    expect(await read('# Bees', 'text/plain')).toEqual({ title: 'file', text: '# Bees' });
    expect((await read(Buffer.from('c4e3bac3', 'hex'), 'text/plain')).text).toBe('你好');
  });

  it('of a page is its article, without what runs or frames it', async () => {
    const page = `<!doctype html><html><head><title>On bees</title><style>p{}</style></head><body>
      <nav>Home About</nav><article><h1>On bees</h1>${article}<table><tr><td>a</td><td>b</td></tr></table></article>
      <script>alert("evil")</script></body></html>`;
    const { title, text } = await read(page, 'text/html');
    expect(title).toBe('On bees');
    expect(text).toContain('Bees dance');
    expect(text).toContain('a\tb');
    expect(text).not.toMatch(/evil|Home About|p\{\}/);
  });

  it('of a short page, a broken one, and one in another encoding is there too', async () => {
    expect(await read('<p>你好</p><p>世界', 'text/html')).toEqual({ title: 'file', text: '你好\n\n世界' });
    const gbk = Buffer.concat([Buffer.from('<html><meta charset="gbk"><body>'), Buffer.from('c4e3bac3', 'hex')]);
    expect((await read(gbk, 'text/html')).text).toBe('你好');
    expect((await read(`<html><body>${'<div>'.repeat(3_000)}deep`, 'text/html')).text).toBe('deep');
  });

  it('of a PDF is that of its pages, Chinese too, with progress', async () => {
    const steps: number[] = [];
    const pdf = pdfOf(['Hello bees', '蜜蜂会跳舞', 'The end'], 'Bee book');
    const { title, text } = await read(pdf, 'application/pdf', { onProgress: (done: number) => steps.push(done) });
    expect({ title, text }).toEqual({ title: 'Bee book', text: 'Hello bees\n\n蜜蜂会跳舞\n\nThe end' });
    expect(steps).toEqual([1 / 3, 2 / 3, 1]);
  });

  it('of what is no document is refused', async () => {
    await expect(read('%PDF-1.4 nothing', 'application/pdf')).rejects.toThrow();
    await expect(read('x', 'application/zip')).rejects.toThrow('application/zip');
  });
});
