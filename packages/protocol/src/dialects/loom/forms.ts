import type { JsonObject } from '../../json.ts';
import { toExport } from './export-form.ts';
import type { Body } from './wire.ts';

/** Where a frame stands in a run of the wire. */
export interface Place {
  readonly run: string;
  readonly node: string;
  readonly eventId: number;
}

/** What stands around the content of a chunk: made once for a message, not for every piece of it. */
export interface ChunkFrame {
  readonly before: string;
  /** The event_id comes after `before`, then this. undefined: the form has no numbers. */
  readonly afterNumber: string | undefined;
  readonly after: string;
}

/** One way of writing the same vocabulary. Without a place a frame belongs to no run of the wire. */
export interface Form {
  event(body: Body, place?: Place): string;
  reply(body: JsonObject, place?: Place): string;
  error(body: JsonObject, place?: Place): string;
  chunk(body: Body, place: Omit<Place, 'eventId'>): ChunkFrame;
  /** An error is the last frame of a failed run; otherwise the reply still follows. */
  readonly endsWithError: boolean;
}

type MakeForm = (session: string) => Form;

const ndjson: MakeForm = (session) => {
  const head = `{"session_id":${JSON.stringify(session)},`;
  function enveloped(body: JsonObject, place?: Place): string {
    if (!place) return `${head}${JSON.stringify(body).slice(1)}`;
    // A payload may have a node_id of its own (got_expand); a key must not stand twice.
    const node = 'node_id' in body ? '' : `"node_id":${JSON.stringify(place.node)},`;
    return `${head}${node}"event_id":${place.eventId},${JSON.stringify(body).slice(1)}`;
  }
  return {
    event: enveloped,
    reply: enveloped,
    error: (body, place) => enveloped({ type: 'error', ...body, fatal: true }, place),
    chunk: (body, { node }) => ({
      before: `${head}"node_id":${JSON.stringify(node)},${JSON.stringify(body).slice(1, -1)},"event_id":`,
      afterNumber: ',"content":',
      after: '}',
    }),
    endsWithError: false,
  };
};

const ws: MakeForm = (session) => {
  const line = ndjson(session);
  const wrap = (run: string) => `{"type":"run_stream_event","id":${JSON.stringify(run)},"event":`;
  /** What belongs to no run gets no run's id: the web client would take the frame for the run it waits for. */
  return {
    event: (body, place) => (place ? `${wrap(place.run)}${line.event(body, place)}}` : line.event(body)),
    reply: (body, place) => line.reply(place ? { type: 'run_end', id: place.run, ...body } : body, place),
    error: (body, place) => line.error(place ? { id: place.run, ...body } : body, place),
    chunk: (body, place) => {
      const inner = line.chunk(body, place);
      return { ...inner, before: `${wrap(place.run)}${inner.before}`, after: `${inner.after}}` };
    },
    endsWithError: true,
  };
};

const bare: MakeForm = () => ({
  event: (body) => JSON.stringify(body),
  reply: (body) => JSON.stringify(body),
  error: (body) => JSON.stringify({ type: 'error', ...body, fatal: true }),
  chunk: (body) => ({ before: `${JSON.stringify(body).slice(0, -1)},"content":`, afterNumber: undefined, after: '}' }),
  endsWithError: false,
});

const exported: MakeForm = (session) => ({
  ...bare(session),
  event: (body) => JSON.stringify(toExport(body)),
  chunk: (body) => {
    const [before = '', after = ''] = JSON.stringify(toExport({ ...body, content: '' })).split('"content":""');
    return { before: `${before}"content":`, afterNumber: undefined, after };
  },
});

/** The first is the default. */
export const variants = ['ws', 'ndjson', 'bare', 'export'] as const;

const forms: Record<(typeof variants)[number], MakeForm> = { ws, ndjson, bare, export: exported };

export function formOf(stream: { id: string; variant: string }): Form {
  const make = Object.hasOwn(forms, stream.variant) ? forms[stream.variant as keyof typeof forms] : ws;
  return make(stream.id);
}
