import type { IndependentServer, Step } from '@polywire/conformance/independent-server';
import { type Attachment, dialectNamed, dialects, type FileRef, type RunEvent } from '@polywire/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { conversing, RawClient } from './support/client.ts';
import { isEnd, nativeApi, script } from './support/native.ts';
import { type TestServer, testServer } from './support/server.ts';

const takesFiles = (name: string) => !dialectNamed(name).traits.accepts['message.send'].loses?.includes('files');
const spoken = dialects.filter(({ name }) => name !== 'native').map(({ name }) => name);
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const files: readonly Attachment[] = [
  { name: 'dot.png', mediaType: 'image/png', content: PNG.toString('base64') },
  { name: '人口.csv', mediaType: 'text/csv', content: '城市,人口\n北京,2189\n' },
];

let independent: IndependentServer | undefined;
let upstream: TestServer | undefined;
let gateway: TestServer;
afterEach(async () => {
  await gateway.close();
  await independent?.close();
  await upstream?.close();
  independent = undefined;
  upstream = undefined;
});

async function foreign(name: string): Promise<void> {
  const module = (await import(`../../conformance/servers/${name}.ts`)) as { start(): Promise<IndependentServer> };
  independent = await module.start();
  await behind(name, independent.url);
}

async function behind(dialect: string, url: string): Promise<void> {
  gateway = await testServer({ upstreams: [{ name: 'elsewhere', dialect, url }] }, { agents: [] });
}

/** Runs a message to its end and tells what happened. */
async function ran(input: string, attachments: readonly Attachment[] = []): Promise<readonly RunEvent[]> {
  const api = nativeApi(gateway.url);
  const session = await api.newSession();
  await api.call(`POST /v1/sessions/${session}/runs`, { input, attachments });
  return api.sessionEvents(session, isEnd, '?after=0');
}

const find = <T extends RunEvent['type']>(events: readonly RunEvent[], type: T) =>
  events.find((event) => event.type === type) as Extract<RunEvent, { type: T }> | undefined;

describe('a chart that another server shows', () => {
  const story: Step[] = [{ say: 'Look:' }, { chart: 7 }, { say: 'That is all.' }];
  const showing = dialects.filter(({ traits }) => traits.chartTool !== undefined);

  it.each(showing.map(({ name }) => name))('is kept here under a number of ours: %s', async (name) => {
    await foreign(name);
    const events = await ran(JSON.stringify(story));
    const chart = find(events, 'chart');
    expect(chart?.options).toEqual([{ title: { text: 'Analysis 7' }, series: [] }]);
    expect(events.some((event) => 'name' in event && event.name === dialectNamed(name).traits.chartTool)).toBe(false);
    const fetched = await fetch(`${gateway.url}/v1/analyses/${chart?.analysisId}`);
    expect(await fetched.json()).toMatchObject({ options: chart?.options });
  });

  it.each(showing)('is fetched from here by a front end of $name', async (dialect) => {
    await foreign(dialect.name);
    const [endpoint] = conversing(dialect);
    const client = await RawClient.open(gateway.url, { dialect, endpoint: endpoint as never });
    await client.send({ type: 'message.send', text: JSON.stringify(story) });
    await client.until((seen) => seen.has('run.finished'));
    const shown = client.drafts.find((draft) => draft.type === 'chart');
    await client.send({ type: 'call', what: 'analysis.get', params: { analysisId: String(shown?.analysisId) } });
    expect(client.answers).toMatchObject([
      { status: 200, body: { echarts_list: [{ title: { text: 'Analysis 7' } }] } },
    ]);
    await client.close();
  });

  it.each(showing.map(({ name }) => name))('is told as the call that it was where it failed: %s', async (name) => {
    await foreign(name);
    const { chartTool: tool = '' } = dialectNamed(name).traits;
    const events = await ran(JSON.stringify([{ tool, args: { analyse_id: 7 }, result: 'no such analysis' }]));
    expect(find(events, 'chart')).toBeUndefined();
    expect(find(events, 'tool.finished')).toMatchObject({ name: tool, result: 'no such analysis' });
  });
});

it('keeps a picture that another server has, so that it can be had from here', async () => {
  await foreign('magentic');
  const image = find(await ran(JSON.stringify([{ image: '/files/user/dot.png', alt: 'A dot' }])), 'image');
  expect(image).toMatchObject({ alt: 'A dot', url: expect.stringMatching(/^\/files\/file_/) });
  const fetched = await fetch(`${gateway.url}${image?.url}`);
  expect(fetched.headers.get('content-type')).toBe('image/png');
  expect(
    Buffer.from(await fetched.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
});

it('keeps a picture that another server sends along, so that no log and no frame has to hold it', async () => {
  await foreign('magentic');
  const url = `data:image/png;base64,${PNG.toString('base64')}`;
  const image = find(await ran(JSON.stringify([{ image: url, alt: 'A dot' }])), 'image');
  expect(image).toMatchObject({ alt: 'A dot', url: expect.stringMatching(/^\/files\/file_/) });
  expect(Buffer.from(await (await fetch(`${gateway.url}${image?.url}`)).arrayBuffer())).toEqual(PNG);
});

it('leaves a picture of somebody else where it is', async () => {
  await foreign('magentic');
  const url = 'https://pictures.example/dot.png';
  expect(find(await ran(JSON.stringify([{ image: url, alt: 'A dot' }])), 'image')).toMatchObject({ url });
});

describe('files of a message', () => {
  it.each(dialects.map(({ name }) => name).filter(takesFiles))('go up where %s can say it', async (name) => {
    upstream = await testServer();
    await behind(name, upstream.url);
    const events = await ran(script({ say: 'seen' }), files);
    expect(find(events, 'notice')).toBeUndefined();
    const there = nativeApi(upstream.url);
    const [session] = (await there.call<{ sessions: { id: string }[] }>('GET /v1/sessions')).body.sessions;
    const { body } = await there.call<{ messages: { files?: FileRef[] }[] }>(
      `GET /v1/sessions/${session?.id}/messages`,
    );
    const told = body.messages.find((message) => message.files)?.files ?? [];
    expect(told.map((file) => file.name)).toEqual(['dot.png', '人口.csv']);
    const got = await Promise.all(told.map(async ({ url }) => (await fetch(`${upstream?.url}${url}`)).arrayBuffer()));
    expect(Buffer.from(got[0] as ArrayBuffer)).toEqual(PNG);
    expect(Buffer.from(got[1] as ArrayBuffer).toString()).toBe(files[1]?.content);
  });

  it.each(spoken.filter((name) => !takesFiles(name)))(
    'are told to stay here where %s cannot say it, also in the loss report',
    async (name) => {
      await foreign(name);
      const events = await ran(JSON.stringify([{ say: 'fine' }]), files);
      expect(find(events, 'notice')).toMatchObject({ of: 'message.send', text: expect.stringContaining('人口.csv') });
      expect(find(events, 'run.finished')).toMatchObject({ status: 'complete' });
      const { body } = await nativeApi(gateway.url).call<{ notices: object[] }>(
        `GET /v1/runs/${find(events, 'run.finished')?.runId}/fidelity`,
      );
      expect(body.notices).toMatchObject([{ of: 'message.send', text: expect.stringContaining('dot.png') }]);
    },
  );

  it('go up also where a front end tells the path that it uploaded them to', async () => {
    upstream = await testServer();
    await behind('native', upstream.url);
    const api = nativeApi(gateway.url);
    const session = await api.newSession();
    const form = new FormData();
    form.append('files', new Blob(['城市\n'], { type: 'text/csv' }), '城.csv');
    await fetch(`${gateway.url}/v1/sessions/${session}/uploads`, { method: 'POST', body: form });
    const attachments = [{ name: '城.csv', mediaType: 'text/csv', url: 'files/user/ann/1/1/%E5%9F%8E.csv' }];
    await api.call(`POST /v1/sessions/${session}/runs`, { input: script({ say: 'seen' }), attachments });
    expect(find(await api.sessionEvents(session, isEnd, '?after=0'), 'notice')).toBeUndefined();
    const there = nativeApi(upstream.url);
    const [other] = (await there.call<{ sessions: { id: string }[] }>('GET /v1/sessions')).body.sessions;
    const { body } = await there.call<{ files: { name: string }[] }>(`GET /v1/sessions/${other?.id}/uploads`);
    expect(body.files).toMatchObject([{ name: '城.csv', size: 7 }]);
  });

  it('that are larger than a frame stay here', async () => {
    upstream = await testServer();
    await behind('native', upstream.url);
    const large = { name: 'large.txt', mediaType: 'text/plain', content: 'x'.repeat(950_000) };
    const events = await ran(script({ say: 'fine' }), [large, ...files]);
    expect(find(events, 'notice')?.text).toMatch(/: large\.txt$/);
    expect(find(events, 'run.finished')).toMatchObject({ status: 'complete' });
  });
});
