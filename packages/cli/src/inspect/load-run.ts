import { type Framed, MAX_SERVER_FRAME_CHARS, ndjsonReader, ownDialect, type RunEvent } from '@polywire/protocol';
import { halvesOf } from '@polywire/protocol/halves';
import { CliError } from '../errors.ts';
import { request, requestJson } from '../server/http.ts';
import type { Target } from '../server/target.ts';

export interface LoadedRun {
  readonly id: string;
  readonly session: string;
  readonly status: string;
  readonly events: readonly RunEvent[];
}

interface RunInfo {
  readonly id?: string;
  readonly session: string;
  readonly status: string;
}

/** A run with all its events so far, by its id, by the `ref` of its message, or as the last of its session. */
export async function loadRun(target: Target, name: string): Promise<LoadedRun> {
  const { id, session, status } = await runNamed(target, encodeURIComponent(name));
  if (id === undefined) throw notStarted(name);
  const events: RunEvent[] = [];
  for await (const event of eventsOf(target, session)) if (event.runId === id) events.push(event);
  return { id, session, status, events };
}

async function runNamed(target: Target, name: string): Promise<RunInfo> {
  try {
    return await requestJson<RunInfo>(target, `GET /v1/runs/${name}`);
  } catch (error) {
    const last = await requestJson<{ runs: readonly RunInfo[] }>(target, `GET /v1/sessions/${name}/runs?limit=1`).then(
      ({ runs }) => runs[0],
      // It is no session either: what was said of the run stands.
      () => undefined,
    );
    if (!last) throw error;
    return last;
  }
}

/** The frames of our own dialect are the events themselves. */
async function* eventsOf(target: Target, session: string): AsyncGenerator<RunEvent> {
  const path = `/v1/sessions/${encodeURIComponent(session)}/frames?dialect=${ownDialect.name}`;
  const { body } = await request(target, `GET ${path}`, { accept: 'application/x-ndjson' });
  const reader = ndjsonReader({ maxChars: MAX_SERVER_FRAME_CHARS });
  const read = ({ frames, issue }: Framed): RunEvent[] => {
    if (issue !== undefined) throw unreadable(session, issue);
    return frames.map(({ data }) => JSON.parse(data) as RunEvent);
  };
  for await (const bytes of body ?? []) yield* read(reader.push(bytes));
  yield* read(reader.end());
}

function unreadable(session: string, issue: string): CliError {
  const { en, zh } = halvesOf(issue);
  return new CliError({
    en: `The frames of session ${session} cannot be read: ${en}`,
    zh: `无法读取会话 ${session} 的帧：${zh}`,
  });
}

function notStarted(name: string): CliError {
  return new CliError({ en: `The run ${name} has not started yet.`, zh: `运行 ${name} 尚未开始。` });
}
