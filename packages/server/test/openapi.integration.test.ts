import type { JsonObject } from '@polywire/protocol';
import { beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { planner, script } from './support/native.ts';
import { serverForAll } from './support/open-server.ts';
import { scriptAgent } from './support/script-agent.ts';

interface Operation {
  readonly requestBody?: { readonly content: Record<string, { readonly schema: JsonObject }> };
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema?: JsonObject }> }>;
}
interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
}

const { native } = serverForAll({}, { agents: [scriptAgent, planner] });
let document: Document;
beforeAll(async () => {
  document = (await native.call<Document>('GET /openapi.json')).body;
});

const seen = new Set<string>();

/** Asks, and holds what was sent and what came back to what the document says of that address. */
async function asSaid<T = JsonObject>(request: string, body?: object): Promise<T> {
  const [method = '', target = ''] = request.split(' ');
  const path = target.split('?')[0] ?? '';
  const template = Object.keys(document.paths)
    .filter((each) => new RegExp(`^${each.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
    .sort((a, b) => a.split('{').length - b.split('{').length)[0];
  const operation = template === undefined ? undefined : document.paths[template]?.[method.toLowerCase()];
  if (!operation) throw new Error(`the document has no ${request}`);
  seen.add(`${method} ${template}`);
  if (body) check(operation.requestBody?.content['application/json']?.schema, body, `what is sent to ${request}`);
  const answer = await native.call<T>(request, body);
  const said = operation.responses[answer.status];
  if (!said) throw new Error(`${request} was answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
  if (said.content) check(said.content['application/json']?.schema, answer.body, `the answer to ${request}`);
  return answer.body;
}

function check(schema: JsonObject | undefined, value: unknown, what: string): void {
  expect(schema, `${what} is described`).toBeDefined();
  expect(Object.keys(schema ?? {}), `${what} is described`).not.toEqual([]);
  const result = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(value);
  expect(result.error?.issues ?? [], what).toEqual([]);
}

it('says of every address of the native API what really goes in and comes out', async () => {
  const { id } = await asSaid<{ id: string }>('POST /v1/sessions', { title: 'T', settings: { a: 1 } });
  const session = `/v1/sessions/${id}`;
  await asSaid(`GET ${session}`);
  await asSaid(`PATCH ${session}`, { title: 'U', model: 'm' });
  await asSaid('GET /v1/sessions?limit=2&q=U');
  const run = await asSaid<{ id: string }>(`POST ${session}/runs`, { input: 'hello', ref: 'r1', attachments: [] });
  await native.runEvents(run.id);
  await asSaid(`GET /v1/runs/${run.id}`);
  const plan = await asSaid<{ id: string }>(`POST ${session}/runs`, { input: 'plan', agent: 'planner' });
  await native.runEvents(plan.id, ({ type }) => type === 'input.requested');
  const waiting = await asSaid<{ id: string }>(`POST ${session}/runs`, { input: script({ ask: 'Well?' }) });
  await asSaid(`GET /v1/runs/${waiting.id}`);
  await asSaid(`GET /v1/runs/${plan.id}`);
  await asSaid(`POST ${session}/todos/l/a`, { status: 'completed' });
  await asSaid(`PUT ${session}/plans/p`, { steps: [{ title: 'Jump' }] });
  await asSaid(`POST /v1/runs/${plan.id}/pause`);
  await asSaid(`POST /v1/runs/${plan.id}/resume`);
  await asSaid(`POST /v1/runs/${plan.id}/inputs/${plan.id}.plan`, { decision: 'approve' });
  await native.runEvents(waiting.id, ({ type }) => type === 'input.requested');
  await asSaid(`POST /v1/runs/${waiting.id}/stop`);
  await asSaid(`GET ${session}/runs`);
  await asSaid(`GET ${session}/messages?limit=3`);
  await asSaid('GET /v1/search?q=hello');
  await asSaid(`POST ${session}/rewind`, { toSeq: 1 });
  for (const list of ['agents', 'models', 'tools', 'settings']) await asSaid(`GET /v1/${list}`);
  await asSaid('PATCH /v1/settings', { theme: 'dark' });
  await asSaid(`DELETE ${session}`);
  expect(seen.size).toBeGreaterThan(20);
});

it('leaves no answer of the native API undescribed', () => {
  const open = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, it]) => ({ at: `${method} ${path}`, it })))
    .filter(({ it }) =>
      ['200', '201', '202'].some((status) => {
        const described = it.responses[status]?.content?.['application/json'];
        return described !== undefined && Object.keys(described.schema ?? {}).length === 0;
      }),
    );
  expect(open.map(({ at }) => at)).toEqual([]);
});

it('refuses in its schemas what the server refuses', async () => {
  const { id } = (await native.call<{ id: string }>('POST /v1/sessions', {})).body;
  const wrong: readonly (readonly [string, string, object])[] = [
    ['/v1/sessions/{session}/runs', `POST /v1/sessions/${id}/runs`, { input: 7 }],
    ['/v1/sessions/{session}/runs', `POST /v1/sessions/${id}/runs`, {}],
    ['/v1/sessions/{session}/rewind', `POST /v1/sessions/${id}/rewind`, { toSeq: -1 }],
    ['/v1/sessions/{session}/todos/{list}/{item}', `POST /v1/sessions/${id}/todos/l/a`, { status: 'half' }],
  ];
  for (const [path, request, body] of wrong) {
    const schema = document.paths[path]?.post?.requestBody?.content['application/json']?.schema;
    expect(z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(body).success, request).toBe(
      false,
    );
    expect((await native.call(request, body)).status, request).toBe(422);
  }
});
