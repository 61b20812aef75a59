import * as z from 'zod';
import type { AgentInfo, SavedPlan, SessionHistory, SessionInfo, StoredFile } from '../../calls.ts';
import type { CommandOf } from '../../commands.ts';
import type { Endpoint, HttpRequest, RestRequest } from '../../dialect.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import { planObject, runObject, sessionChange, sessionObject, teamObject } from './objects.ts';
import { plainSteps, readSteps, writeSteps } from './plan.ts';
import { present } from './present.ts';

/** Who a page without a login says it is. Says nothing about who may see what. */
export const GUEST = 'guestuser@gmail.com';

type Params = JsonObject;

/** One address: what it asks for, and how both sides say it. */
export interface Route {
  readonly method: RestRequest['method'];
  readonly path: string;
  readonly what: string;
  readonly framing?: Endpoint['framing'];
  readonly session?: Endpoint['session'];
  /** The parameters, from what the request says; undefined where it is not understood. */
  params?(given: Given): Params | undefined;
  /** What stands in the envelope's `data`. */
  data?(value: unknown, user: string): Json;
  /** The whole body, where it is not the envelope. */
  body?(value: unknown, params: Params): Json;
  readonly message?: string;
  /** What a client sends. */
  send?(params: Params): JsonObject;
}

interface Given extends HttpRequest {
  readonly body: JsonObject;
}

const integer = z.string().regex(/^\d{1,15}$/);
const uploads = z.array(z.object({ name: z.string(), size: z.number().optional(), mediaType: z.string().optional() }));

const aSession = (value: unknown, user: string) => sessionObject(value as SessionInfo, user);
const aPlan = (value: unknown, user: string) => planObject(value as SavedPlan, user);
const asIs = (value: unknown) => (value ?? null) as Json;

export const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/sessions/',
    what: 'sessions.list',
    data: (value, user) => (value as SessionInfo[]).map((session) => sessionObject(session, user)),
  },
  {
    method: 'POST',
    path: '/api/sessions/',
    what: 'sessions.create',
    params: ({ body }) => sessionChange(body),
    send: ({ title, settings }) => ({ name: title ?? '', ...(settings as JsonObject | undefined) }),
    data: aSession,
  },
  {
    method: 'GET',
    path: '/api/sessions/{id}',
    what: 'sessions.get',
    params: ids,
    data: aSession,
  },
  {
    method: 'PUT',
    path: '/api/sessions/{id}',
    what: 'sessions.update',
    params: (given) => also(ids(given), sessionChange(given.body)),
    send: ({ title, settings }) => present({ name: title, ...(settings as JsonObject | undefined) }) as JsonObject,
    data: aSession,
    message: 'Session updated successfully',
  },
  {
    method: 'DELETE',
    path: '/api/sessions/{id}',
    what: 'sessions.delete',
    params: ids,
    message: 'Session deleted successfully',
  },
  {
    method: 'GET',
    path: '/api/sessions/{id}/runs',
    what: 'sessions.runs',
    params: ids,
    data: (value, user) => ({ runs: [runObject(value as SessionHistory, user)] }),
  },
  {
    method: 'GET',
    path: '/api/settings/',
    what: 'settings.get',
    data: (value, user) => ({ user_id: user, config: asIs(value) }),
  },
  {
    method: 'PUT',
    path: '/api/settings/',
    what: 'settings.set',
    params: ({ body }) => (isJsonObject(body.config) ? { settings: body.config } : undefined),
    send: ({ settings }) => ({ config: settings ?? {} }),
    data: (value, user) => ({ user_id: user, config: asIs(value) }),
  },
  {
    method: 'GET',
    path: '/api/settings/config-info',
    what: 'settings.info',
    data: asIs,
  },
  {
    method: 'GET',
    path: '/api/plans/',
    what: 'plans.list',
    data: (value, user) => (value as SavedPlan[]).map((plan) => planObject(plan, user)),
  },
  {
    method: 'POST',
    path: '/api/plans/',
    what: 'plans.create',
    params: ({ body }) => (typeof body.task === 'string' ? planChange(body, []) : undefined),
    send: sentPlan,
    data: aPlan,
  },
  {
    method: 'PUT',
    path: '/api/plans/{id}',
    what: 'plans.update',
    params: (given) => also(planId(given), planChange(given.body)),
    send: sentPlan,
    data: aPlan,
    message: 'Plan updated successfully',
  },
  {
    method: 'DELETE',
    path: '/api/plans/{id}',
    what: 'plans.delete',
    params: planId,
    data: asIs,
  },
  {
    method: 'POST',
    path: '/api/plans/learn_plan',
    what: 'plans.learn',
    params: ({ body }) => {
      const session = integer.safeParse(String(body.session_id ?? '')).data;
      return session === undefined ? undefined : { session };
    },
    send: ({ session }) => ({ session_id: Number(session) }),
    data: (value) => ({ planId: (value as SavedPlan).id }),
    message: 'Plan created successfully',
  },
  {
    method: 'POST',
    path: '/api/runs/{session}/upload',
    what: 'files.upload',
    framing: 'multipart',
    session: 'path',
    params: ({ params, body }) => {
      const files = uploads.safeParse(body.files).data;
      return files && { session: params.session ?? '', files: files as Json[] };
    },
    body: (value, params) => uploadBody(value as StoredFile[], params),
  },
  {
    method: 'GET',
    path: '/api/teams/',
    what: 'teams.list',
    data: (value, user) => (value as AgentInfo[]).map((team) => teamObject(team, user)),
  },
  {
    method: 'GET',
    path: '/files/user/{user}/{session}/{run}/{name}',
    what: 'files.get',
    framing: 'file',
    session: 'path',
    params: ({ params }) => ({ session: params.session ?? '', name: params.name ?? '' }),
    body: asIs,
  },
];

/** What a client of ours sends for a call; nothing where Magentic-UI has no address for it. */
export function request({ what, params }: CommandOf<'call'>): readonly RestRequest[] {
  const route = routes.find((one) => one.what === what);
  if (!route || route.framing) return [];
  const { method, send } = route;
  const user = userOf(params);
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
  const query = `user_id=${encodeURIComponent(user)}`;
  return [{ method, path: `${path}?${query}`, ...(send && { body: { user_id: user, ...send(params) } }) }];
}

/** Everything but files comes in an envelope. */
export function readAnswer(_: CommandOf<'call'>, body: Json): Json | undefined {
  return isJsonObject(body) && body.data !== undefined ? body.data : body;
}

export function userOf(params: Params): string {
  return typeof params.user === 'string' ? params.user : GUEST;
}

function ids({ params: { id } }: Given): Params | undefined {
  return integer.safeParse(id).success ? { id: id as string } : undefined;
}

function planId({ params: { id } }: Given): Params | undefined {
  return integer.safeParse(id).success ? { id: Number(id) } : undefined;
}

function also(first: Params | undefined, second: Params | undefined): Params | undefined {
  return first && second && { ...first, ...second };
}

function planChange({ task, steps: given }: JsonObject, otherwise?: Json[]): Params | undefined {
  const steps = given === undefined ? otherwise : readSteps(given);
  if (given !== undefined && !steps) return undefined;
  return present({ task: typeof task === 'string' ? task : undefined, steps }) as Params;
}

function sentPlan({ task, steps }: Params): JsonObject {
  const listed = plainSteps(steps);
  return present({ task, steps: listed && writeSteps(listed) }) as JsonObject;
}

function uploadBody(files: readonly StoredFile[], params: Params): Json {
  const folder = `files/user/${encodeURIComponent(userOf(params))}/${params.session}/${params.session}`;
  const listed = files.map(({ name, size }) => {
    const relative_path = `${folder}/${encodeURIComponent(name)}`;
    return { name, size, path: relative_path, relative_path };
  });
  return { status: true, message: `Successfully uploaded ${files.length} files`, files: listed };
}
