import type { RunEvent } from '@polywire/protocol';
import type { Agent } from '../../src/index.ts';
import { api, linesUntil } from './api.ts';
import type { Scene } from './script-agent.ts';

export type NativeApi = ReturnType<typeof nativeApi>;

/** The native API as tests use it: plain requests, and events as they come. */
export function nativeApi(url: string, headers: Readonly<Record<string, string>> = {}) {
  const call = api(url, headers);
  const accept = { ...headers, accept: 'application/x-ndjson' };

  async function newSession(): Promise<string> {
    const { body } = await call<{ id: string }>('POST /v1/sessions', {});
    return body.id;
  }

  async function runEvents(run: string, found?: (event: RunEvent) => boolean): Promise<RunEvent[]> {
    const until = found && ((line: string) => found(JSON.parse(line)));
    const { lines } = await linesUntil(`${url}/v1/runs/${run}/events`, accept, until);
    return lines.map((line) => JSON.parse(line)).filter(isEvent);
  }

  /** Starts a run and waits for its first event of `type`. */
  async function start(session: string, input: string, type: RunEvent['type'], more: object = {}): Promise<string> {
    const { status, body } = await call<{ id: string }>(`POST /v1/sessions/${session}/runs`, { input, ...more });
    if (status >= 300) throw new Error(`the message was refused with ${status}: ${JSON.stringify(body)}`);
    await runEvents(body.id, (event) => event.type === type);
    return body.id;
  }

  async function sessionEvents(session: string, found: (event: RunEvent) => boolean, query = ''): Promise<RunEvent[]> {
    const address = `${url}/v1/sessions/${session}/events${query}`;
    const { lines } = await linesUntil(address, accept, (line) => found(JSON.parse(line)));
    return lines.map((line) => JSON.parse(line)).filter(isEvent);
  }

  return { call, newSession, start, runEvents, sessionEvents };
}

export const script = (...scenes: Scene[]) => JSON.stringify(scenes);
export const typesOf = (events: readonly RunEvent[]) => events.map(({ type }) => type);
/** What has no number says something of the stream, not of the session: that nothing can be stored now. */
const isEvent = ({ seq }: Partial<RunEvent>) => seq !== undefined;
export const isEnd = ({ type }: Pick<RunEvent, 'type'>) => type === 'run.finished';

/** Makes a checklist and a plan, asks about the plan, and says what people changed meanwhile. */
export const planner: Agent = {
  name: 'planner',
  async run({ emit, ask, runId, newId, edits, step }) {
    const items = [
      { id: 'a', text: 'Look', status: 'pending' } as const,
      { id: 'b', text: 'Leap', status: 'pending' } as const,
    ];
    emit({ type: 'todo.list', listId: 'l', title: 'Work', items });
    emit({ type: 'plan.proposed', planId: 'p', task: 'Fly', summary: 'In two steps', steps: [{ title: 'Run' }] });
    await ask({ inputId: `${runId}.plan`, kind: 'plan', planId: 'p', prompt: 'Is it good?' });
    await step('tell', async () => {
      const messageId = newId('m');
      emit({ type: 'text.delta', messageId, delta: JSON.stringify(edits()) });
      emit({ type: 'message.completed', messageId });
      return true;
    });
    return undefined;
  },
};
