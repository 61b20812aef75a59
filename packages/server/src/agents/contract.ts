import type { Draft } from '@polywire/protocol';

/** What a run gives its agent. An agent does its work and appends events; all else is the session's business. */
export interface RunContext {
  readonly runId: string;
  readonly input: string;
  /** Aborted when the run is to end: models and tools listen to it. */
  readonly signal: AbortSignal;
  emit(draft: Draft): void;
}

export interface Agent {
  readonly name: string;
  run(context: RunContext): Promise<void>;
}
