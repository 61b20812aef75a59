import type { EventOf, RunEvent } from '@polywire/protocol';
import { type NativeApi, script } from '../../../packages/server/test/support/native.ts';

/** A run in one state when the server is told to stop, and what must have become of it after the next start. */
export interface State {
  readonly input: string;
  readonly until: RunEvent['type'];
  /** What else leads to the state. */
  prepare?(api: NativeApi, run: string): Promise<unknown>;
  /** A restart has nothing to take up: it is over, or somebody holds it. */
  readonly isStill?: true;
  check(api: NativeApi, run: string): Promise<void>;
}

/** Longer than it takes to bring a server into all states and to tell it to stop. */
const STEP_MS = 3_000;

export const states: Readonly<Record<string, State>> = {
  over: {
    input: 'hello',
    until: 'run.finished',
    isStill: true,
    check: (api, run) => endsAs(api, run, 'complete'),
  },
  writing: {
    input: script({ say: 'w', times: 400, everyMs: 5 }, { say: 'end' }),
    until: 'text.delta',
    async check(api, run) {
      const messages = (await api.runEvents(run)).filter((event) => event.type === 'message.completed');
      const cut = messages.filter(({ interrupted }) => interrupted).length;
      if (messages.length !== 3 || cut !== 1) throw new Error(`${cut} of ${messages.length} messages were cut`);
      await endsAs(api, run, 'complete');
    },
  },
  asking: {
    input: script({ ask: 'Which one?' }),
    until: 'input.requested',
    async check(api, run) {
      await answer(api, run, { decision: 'reply', text: 'blue' });
      await endsAs(api, run, 'complete');
    },
  },
  paused: {
    input: script({ ask: 'Ready?' }, { say: 'on' }),
    until: 'input.requested',
    prepare: (api, run) => api.call(`POST /v1/runs/${run}/pause`),
    isStill: true,
    async check(api, run) {
      const { body } = await api.call<{ status: string }>(`GET /v1/runs/${run}`);
      if (body.status !== 'paused') throw new Error(`it is ${body.status}, not paused`);
      await api.call(`POST /v1/runs/${run}/resume`);
      await answer(api, run, { decision: 'reply', text: 'yes' });
      await endsAs(api, run, 'complete');
    },
  },
  'before a tool': {
    input: script({ tool: 'send_mail', approve: true }),
    until: 'input.requested',
    async check(api, run) {
      await answer(api, run, { decision: 'approve' });
      await endsAs(api, run, 'complete');
      await startedOnce(api, run);
    },
  },
  'inside a tool': {
    input: script({ tool: 'send_mail', takesMs: 600_000 }),
    until: 'tool.started',
    async check(api, run) {
      await api.runEvents(run, ({ type }) => type === 'input.requested');
      await answer(api, run, { decision: 'reject' });
      await endsAs(api, run, 'complete');
      await startedOnce(api, run);
    },
  },
  // Last, so that the step it is in lasts until the stop.
  pausing: {
    input: script({ rest: STEP_MS }, { say: 'on' }),
    until: 'run.started',
    async prepare(api, run) {
      await api.call(`POST /v1/runs/${run}/pause`);
      await api.runEvents(run, isStatus('pausing'));
    },
    isStill: true,
    async check(api, run) {
      const events = await api.runEvents(run, isStatus('paused'));
      // Once when it was asked for, and again as it was taken up: nothing was done in between.
      const asked = events.filter(isStatus('pausing')).length;
      if (asked !== 2) throw new Error(`it came to pause ${asked} times`);
      await api.call(`POST /v1/runs/${run}/resume`);
      await endsAs(api, run, 'complete');
    },
  },
};

export async function endsAs(api: NativeApi, run: string, status: string): Promise<void> {
  const end = (await api.runEvents(run)).at(-1);
  if (end?.type !== 'run.finished' || end.status !== status) throw new Error(`it ended so: ${JSON.stringify(end)}`);
}

/** Answers the question that is open. */
async function answer(api: NativeApi, run: string, given: object): Promise<void> {
  await api.runEvents(run, isStatus('awaiting_input'));
  const { body } = await api.call<{ inputs: { inputId: string }[] }>(`GET /v1/runs/${run}`);
  const path = `POST /v1/runs/${run}/inputs/${encodeURIComponent(body.inputs[0]?.inputId ?? '')}`;
  const { status } = await api.call(path, given);
  if (status !== 200) throw new Error(`the answer was refused with ${status}`);
}

async function startedOnce(api: NativeApi, run: string): Promise<void> {
  const starts = (await api.runEvents(run)).filter(({ type }) => type === 'tool.started').length;
  if (starts !== 1) throw new Error(`the tool was started ${starts} times`);
}

function isStatus(status: EventOf<'run.status'>['status']): (event: RunEvent) => boolean {
  return (event) => event.type === 'run.status' && event.status === status;
}
