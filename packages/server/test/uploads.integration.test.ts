import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { serverForAll } from './support/open-server.ts';
import { ask, askJson, httpAddresses } from './support/raw.ts';

const LIMIT = 1024 * 1024;
const PNG = '\x89PNG\r\n\x1a\n....';
const uploading = httpAddresses.filter(
  ({ endpoint }) => endpoint.framing === 'multipart' && endpoint.session === 'path',
);

const { server } = serverForAll({ wireLimits: { uploadBytes: LIMIT, messagesPerMinute: 0 } });
let session: string;
beforeAll(async () => {
  session = JSON.parse((await askJson(server.url, '/v1/sessions', {})).body).id;
});

interface Part {
  readonly name: string;
  readonly type?: string;
  readonly content: string | Buffer;
}

function upload(path: string, parts: readonly Part[]) {
  const pieces = parts.flatMap(({ name, type, content }) => [
    `--edge\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n`,
    type === undefined ? '\r\n' : `Content-Type: ${type}\r\n\r\n`,
    typeof content === 'string' ? Buffer.from(content, 'latin1') : content,
    '\r\n',
  ]);
  const body = Buffer.concat([...pieces, '--edge--\r\n'].map((piece) => Buffer.from(piece)));
  return ask(server.url, path, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    body,
  });
}

const mine = () => `/v1/sessions/${session}/uploads`;
const stored = () => readdir(join(server.data, 'uploads', session)).catch(() => []);

describe('a file', () => {
  it.each<[Part, string, string]>([
    [{ name: 'a.png', type: 'image/png', content: PNG }, 'image/png', 'inline'],
    [{ name: 'a.bin', type: 'application/octet-stream', content: '\xff\xd8\xff\xe0' }, 'image/jpeg', 'inline'],
    [{ name: 'a.gif', type: 'image/gif', content: 'GIF89a' }, 'image/gif', 'inline'],
    [{ name: 'a.webp', type: 'image/webp', content: 'RIFF\x04\x00\x00\x00WEBP' }, 'image/webp', 'inline'],
    [{ name: 'a.pdf', type: 'application/pdf', content: '%PDF-1.7 \x00\x01' }, 'application/pdf', 'attachment'],
    [{ name: 'a.csv', type: 'application/vnd.ms-excel', content: 'a,b\r\n1,2' }, 'text/csv', 'attachment'],
    [{ name: 'a.md', type: 'text/plain', content: '# hi' }, 'text/markdown', 'attachment'],
    [{ name: 'a.json', type: 'application/json', content: '{}' }, 'application/json', 'attachment'],
    [{ name: 'page.txt', type: 'text/plain', content: '<script>alert(1)</script>' }, 'text/plain', 'attachment'],
    [{ name: '报告.txt', type: 'text/plain', content: Buffer.from('你好') }, 'text/plain', 'attachment'],
    [{ name: 'gbk.csv', type: 'text/csv', content: '\xc4\xe3\xba\xc3,1' }, 'text/csv', 'attachment'],
    [{ name: 'empty.txt', type: 'text/plain', content: '' }, 'text/plain', 'attachment'],
  ])('%o is kept as %s and comes back as it was', async (part, type, way) => {
    const { status, body } = await upload(mine(), [part]);
    expect(status, body).toBe(201);
    const [file] = JSON.parse(body).files;
    expect(file).toMatchObject({ name: part.name, mediaType: type });
    const { status: found, headers, body: content } = await ask(server.url, `/v1/uploads/${file.id}`);
    expect(found).toBe(200);
    expect(headers['content-type']).toMatch(new RegExp(`^${type}`));
    const plain = part.name.replace(/[^a-z.]/g, '_');
    const names = `filename="${plain}"; filename*=UTF-8''${encodeURIComponent(part.name)}`;
    expect(headers['content-disposition']).toBe(`${way}; ${names}`);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
    const sent = typeof part.content === 'string' ? Buffer.from(part.content, 'latin1') : part.content;
    expect(content).toBe(sent.toString());
  });

  it.each<Part>([
    { name: 'a.png', type: 'image/png', content: '\xff\xd8\xff' },
    { name: 'a.txt', type: 'text/plain', content: PNG },
    { name: 'a.html', type: 'text/html', content: '<p>hi' },
    { name: 'a.svg', type: 'image/svg+xml', content: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    { name: 'a.js', type: 'text/javascript', content: 'alert(1)' },
    { name: 'a.exe', type: 'application/octet-stream', content: 'MZ\x90\x00\x03' },
    { name: 'a.zip', type: 'application/zip', content: 'PK\x03\x04' },
    { name: 'a.txt', type: 'text/plain', content: 'PK\x03\x04' },
    { name: 'late.txt', type: 'text/plain', content: `${'text '.repeat(50_000)}\x00` },
    { name: 'a.webp', type: 'image/webp', content: 'RIFF\x04\x00\x00\x00WAVE' },
  ])('$name of $type with other content is refused', async (part) => {
    const before = await stored();
    expect((await upload(mine(), [part])).status).toBe(415);
    expect(await stored()).toEqual(before);
  });

  it('has a last byte, and not one more', async () => {
    const before = await stored();
    const text = (length: number) => [{ name: 'long.txt', type: 'text/plain', content: Buffer.alloc(length, 'x') }];
    expect((await upload(mine(), text(LIMIT + 1))).status).toBe(413);
    expect((await upload(mine(), text(LIMIT * 3))).status).toBe(413);
    expect(await stored()).toEqual(before);
    expect((await upload(mine(), text(LIMIT))).status).toBe(201);
  });

  it.each([
    ['../../../etc/passwd', 'passwd'],
    ['..\\\\..\\\\boot.ini', 'boot.ini'],
    ['.bashrc', 'bashrc'],
    ['..', 'file'],
  ])('called %s is called %s', async (name, safe) => {
    const { body } = await upload(mine(), [{ name, type: 'text/plain', content: 'x' }]);
    expect(JSON.parse(body).files[0].name).toBe(safe);
  });
});

describe('a form', () => {
  it('is taken whole or not at all', async () => {
    const before = await stored();
    const good = { name: 'good.txt', type: 'text/plain', content: 'x' };
    const bad = { name: 'bad.exe', type: 'application/x-msdownload', content: 'MZ' };
    expect((await upload(mine(), [good, bad, good])).status).toBe(415);
    expect(
      (
        await upload(
          mine(),
          Array.from({ length: 11 }, () => good),
        )
      ).status,
    ).toBe(413);
    expect((await upload(mine(), [])).status).toBeGreaterThanOrEqual(400);
    expect(await stored()).toEqual(before);
  });

  it.each(uploading)(
    'is refused by $path of $dialect where it is no form, or there is no such session',
    async ({ path }) => {
      const good = { name: 'good.txt', type: 'text/plain', content: 'x' };
      const nowhere = path.replace(/\b1\b/, '999999');
      expect((await upload(nowhere, [good])).status).toBe(404);
      for (const body of [
        '',
        'no form',
        '--edge\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\nhalf',
      ]) {
        const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
        expect((await ask(server.url, mine(), { method: 'POST', headers, body })).status).toBeGreaterThanOrEqual(400);
      }
      const noEdge = { method: 'POST', headers: { 'content-type': 'multipart/form-data' }, body: 'x' };
      expect((await ask(server.url, mine(), noEdge)).status).toBeGreaterThanOrEqual(400);
      expect((await askJson(server.url, mine(), {})).status).toBe(415);
    },
  );
});

describe('by the name it was given', () => {
  it('a file is found in its session, and nothing else is', async () => {
    const { data } = JSON.parse((await askJson(server.url, '/api/sessions/', { name: 'x' })).body);
    const { status, body } = await upload(`/api/runs/${data.id}/upload`, [
      { name: '图 1.png', type: 'image/png', content: PNG },
    ]);
    expect(status, body).toBe(200);
    const [file] = JSON.parse(body).files;
    expect((await ask(server.url, `/${file.path}`)).headers['content-type']).toBe('image/png');
    const folder = `/files/user/guest/${data.id}/${data.id}`;
    for (const name of [
      '..',
      '..%2f..%2fpolywire.db',
      '%2e%2e%2fpolywire.db',
      '%00',
      'nothing.png',
      '.',
      '..%5cpolywire.db',
    ]) {
      expect((await ask(server.url, `${folder}/${name}`)).status, name).toBe(404);
    }
  });
});
