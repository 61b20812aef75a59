import { expect, it } from 'vitest';
import type { ModelInfo } from '../../calls.ts';
import type { RefusalCode } from '../../commands.ts';
import { endpoints } from './endpoints.ts';

function endpoint(path: string) {
  const found = endpoints.find((one) => one.path === path);
  if (!found?.read || !found.write) throw new Error(`no endpoint ${path}`);
  return { read: found.read, write: found.write };
}
const request = (body: unknown, query = {}) => ({ params: {}, query, body });

const ANALYSIS = '/chat/get_analyse_by_code_result';
const MODELS = '/api/models/configs';

it.each([
  [{ analyse_id: 1 }, { analysisId: 1 }],
  [{ analyse_id: 'a', session_id: null }, { analysisId: 'a' }],
  [
    { analyse_id: 1, session_id: 's' },
    { analysisId: 1, session: 's' },
  ],
])('reads %j as an analysis', (body, params) => {
  expect(endpoint(ANALYSIS).read(request(body)).values).toMatchObject([{ type: 'call', what: 'analysis.get', params }]);
});

it.each([[{}], [{ analyse_id: null }], [{ analyse_id: {} }], [null], ['x'], [[1]]])(
  'refuses %j as an analysis',
  (body) => {
    expect(endpoint(ANALYSIS).read(request(body)).issue?.reason).toBe('invalid');
  },
);

it('answers with the charts in both shapes', () => {
  const options = [{ series: [] }];
  const value = { analysisId: 1, session: 's', options };
  expect(endpoint(ANALYSIS).write(null, { ok: true, value })).toEqual({
    status: 200,
    body: { session_id: 's', analyse_id: 1, echarts_list: options, result: { echarts_list: options } },
  });
});

it.each<[string, RefusalCode, number]>([
  [ANALYSIS, 'NOT_FOUND', 404],
  [ANALYSIS, 'INVALID', 422],
  [MODELS, 'INTERNAL', 500],
  ['/chat/stream', 'NOT_FOUND', 404],
  ['/chat/stream', 'UNKNOWN', 400],
  ['/chat/stream', 'TOO_LARGE', 413],
])('%s says %s with status %i and a detail', (path, code, status) => {
  const outcome = { ok: false as const, error: { code, message: 'why' } };
  expect(endpoint(path).write(null, outcome)).toEqual({ status, body: { detail: 'why' } });
});

it('stops the run of a session', () => {
  const { read, write } = endpoint('/chat/stop');
  expect(read(request({ session_id: 's' }))).toEqual({ values: [{ type: 'run.stop', session: 's' }] });
  expect(read(request({ session_id: '' })).issue?.reason).toBe('invalid');
  expect(write(null, { ok: true })).toEqual({ status: 200, body: {} });
});

it('does not take a body that is no object', () => {
  expect(endpoint('/chat/stream').read(request([1])).issue?.reason).toBe('invalid');
});

const model = (id: string, more: Partial<ModelInfo> = {}): ModelInfo => ({
  id,
  name: id,
  provider: 'p',
  baseUrl: 'https://host/v1',
  vision: false,
  thinking: false,
  active: true,
  ...more,
});

function list(models: readonly ModelInfo[], query: Record<string, string>) {
  const { read, write } = endpoint(MODELS);
  const [command] = read(request(null, query)).values;
  return write(command ?? null, { ok: true, value: models }).body as {
    total: number;
    items: { id: number; base_url: string; is_active: boolean; models: { model_id: string }[] }[];
  };
}

it('lists models by provider and address, page by page', () => {
  const models = [model('a'), model('b'), model('c', { provider: 'q' }), model('d', { provider: 'z', active: false })];
  const all = list(models, { page: '1', page_size: '100' });
  expect(all).toMatchObject({ total: 3, page: 1, page_size: 100 });
  expect(all.items.map((item) => item.models.map(({ model_id }) => model_id))).toEqual([['a', 'b'], ['c'], ['d']]);
  expect(list(models, { is_active: 'true' }).items.map(({ id }) => id)).toEqual([1, 2]);
  expect(list(models, { is_active: 'false' }).items.map(({ id }) => id)).toEqual([3]);
  expect(list(models, { page: '2', page_size: '1' }).items.map(({ id }) => id)).toEqual([2]);
});

it('never lists a secret', () => {
  const baseUrl = 'https://user:sk-secret@host/v1?key=sk-secret#sk-secret';
  const { items } = list([{ ...model('a', { baseUrl }), apiKey: 'sk-secret' } as ModelInfo], {});
  expect(items[0]?.base_url).toBe('https://host/v1');
  expect(JSON.stringify(items)).not.toContain('sk-secret');
});

it.each([[{ page: '0' }], [{ page: 'x' }], [{ page_size: '-1' }], [{ is_active: 'perhaps' }]])(
  'refuses the page %j',
  (query) => {
    expect(endpoint(MODELS).read(request(null, query)).issue?.reason).toBe('invalid');
  },
);
