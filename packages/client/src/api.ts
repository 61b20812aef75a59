import type { Json, JsonObject, LossReport, RestRequest } from '@polywire/protocol';
import type {
  AgentInfo,
  Analysis,
  DocumentHit,
  DocumentInfo,
  LossNotice,
  MessagePage,
  ModelInfo,
  RunInfo,
  RunPage,
  SearchPage,
  SessionInfo,
  SessionPage,
  StoredFile,
  ToolInfo,
} from '@polywire/protocol/calls';
import { ask, type HttpOptions, jsonOf, request } from './http.ts';
import { type UploadOptions, upload } from './upload.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
}
export interface PageOptions extends CallOptions {
  /** `next` of the page before. */
  readonly after?: string;
  readonly limit?: number;
}
export interface SessionChange {
  readonly title?: string;
  readonly agent?: string;
  readonly model?: string;
  readonly policy?: NonNullable<SessionInfo['policy']>;
  readonly settings?: JsonObject;
}
export interface FrameOptions extends CallOptions {
  readonly dialect: string;
  readonly variant?: string;
  readonly cursor?: boolean;
  readonly restore?: boolean;
}
export type Api = ReturnType<typeof createApi>;

/** Everything a Polywire server offers besides the streams of its sessions. Refusals reject with a `ClientError`. */
export function createApi(options: HttpOptions) {
  const call = async <T>(method: RestRequest['method'], path: string, { signal }: CallOptions = {}, body?: object) =>
    (await request(options, { method, path, ...(body && { body: body as Json }) }, signal)) as T;
  const get = <T>(path: string, more?: CallOptions) => call<T>('GET', path, more);

  return {
    sessions: {
      list: ({ text, ...page }: PageOptions & { readonly text?: string } = {}) =>
        get<SessionPage>(`/v1/sessions${query({ q: text, after: page.after, limit: page.limit })}`, page),
      create: (change: SessionChange = {}, more?: CallOptions) =>
        call<SessionInfo>('POST', '/v1/sessions', more, change),
      get: (id: string, more?: CallOptions) => get<SessionInfo>(`/v1/sessions/${part(id)}`, more),
      update: (id: string, change: SessionChange, more?: CallOptions) =>
        call<SessionInfo>('PATCH', `/v1/sessions/${part(id)}`, more, change),
      rename: (id: string, title: string, more?: CallOptions) =>
        call<SessionInfo>('PATCH', `/v1/sessions/${part(id)}`, more, { title }),
      delete: (id: string, more?: CallOptions) => call<null>('DELETE', `/v1/sessions/${part(id)}`, more),
      messages: (id: string, { before, limit, ...more }: CallOptions & { before?: number; limit?: number } = {}) =>
        get<MessagePage>(`/v1/sessions/${part(id)}/messages${query({ before, limit })}`, more),
      /** What a client of a dialect was sent, one frame each. */
      frames: async (id: string, { dialect, variant, cursor, restore, signal }: FrameOptions) => {
        const asked = query({ dialect, variant, cursor: flag(cursor), restore: flag(restore) });
        return lines(options, `/v1/sessions/${part(id)}/frames${asked}`, signal);
      },
    },
    search: (text: string, page: PageOptions = {}) =>
      get<SearchPage>(`/v1/search${query({ q: text, after: page.after, limit: page.limit })}`, page),
    runs: {
      list: (session: string, { before, limit, ...more }: CallOptions & { before?: number; limit?: number } = {}) =>
        get<RunPage>(`/v1/sessions/${part(session)}/runs${query({ before, limit })}`, more),
      get: (run: string, more?: CallOptions) => get<RunInfo>(`/v1/runs/${part(run)}`, more),
      stop: (run: string, more?: CallOptions) =>
        call<{ runId: string | null }>('POST', `/v1/runs/${part(run)}/stop`, more),
      /** What each dialect makes of a run, or one of them. */
      fidelity: (run: string, { dialect, ...more }: CallOptions & { dialect?: string } = {}) =>
        get<{ run: string; notices: LossNotice[]; dialects: LossReport[] }>(
          `/v1/runs/${part(run)}/fidelity${query({ dialect })}`,
          more,
        ),
    },
    agents: async (more?: CallOptions) => (await get<{ agents: AgentInfo[] }>('/v1/agents', more)).agents,
    models: async (more?: CallOptions) => (await get<{ models: ModelInfo[] }>('/v1/models', more)).models,
    tools: async (more?: CallOptions) => (await get<{ tools: ToolInfo[] }>('/v1/tools', more)).tools,
    analysis: (id: string | number, more?: CallOptions) => get<Analysis>(`/v1/analyses/${part(String(id))}`, more),
    settings: {
      get: (more?: CallOptions) => get<JsonObject>('/v1/settings', more),
      /** Objects are merged, null takes a key away. */
      set: (change: JsonObject, more?: CallOptions) => call<JsonObject>('PATCH', '/v1/settings', more, change),
    },
    /** Files for the next message of a session. */
    upload: async (session: string, files: readonly File[], more?: UploadOptions) => {
      const answer = await upload(options, `/v1/sessions/${part(session)}/uploads`, files, more);
      return (answer as { files: StoredFile[] }).files;
    },
    documents: {
      list: async (more?: CallOptions) => (await get<{ documents: DocumentInfo[] }>('/v1/documents', more)).documents,
      get: (id: string, more?: CallOptions) => get<DocumentInfo>(`/v1/documents/${part(id)}`, more),
      /** They are read in the background: `progress` of `get` tells how far. */
      add: async (files: readonly File[], more?: UploadOptions) => {
        const answer = await upload(options, '/v1/documents', files, more);
        return (answer as { documents: DocumentInfo[] }).documents;
      },
      addText: (document: { title: string; text: string; source?: string }, more?: CallOptions) =>
        call<DocumentInfo>('POST', '/v1/documents/text', more, document),
      search: async (text: string, { limit, ...more }: CallOptions & { limit?: number } = {}) =>
        (await get<{ hits: DocumentHit[] }>(`/v1/documents/search${query({ q: text, limit })}`, more)).hits,
      remove: (id: string, more?: CallOptions) => call<null>('DELETE', `/v1/documents/${part(id)}`, more),
    },
  };
}

async function lines(options: HttpOptions, path: string, signal?: AbortSignal) {
  const text = await ask(options, { method: 'GET', path }, 'application/x-ndjson', signal);
  return text.split('\n').flatMap((line) => (line === '' ? [] : [jsonOf(line) as JsonObject]));
}

const part = encodeURIComponent;
const flag = (is: boolean | undefined) => (is ? '1' : undefined);

function query(fields: Readonly<Record<string, string | number | undefined>>): string {
  const given = new URLSearchParams();
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) given.set(key, String(value));
  return given.size === 0 ? '' : `?${given}`;
}
