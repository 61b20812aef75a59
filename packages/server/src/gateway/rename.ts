import { type Draft, type EventType, eventSchema, type RunEvent, STEP_NS } from '@polywire/protocol';

/** What the run here says for itself, or what has no meaning beyond the server it was said at. */
const ownAffair: ReadonlySet<EventType> = new Set<EventType>([
  'message.accepted',
  'run.started',
  'run.status',
  'run.finished',
  'input.requested',
  'input.resolved',
  'history.rewound',
]);

/** Ids of one run: another server may use them again in the next. */
const ids = ['messageId', 'callId'] as const;

/**
 * Another server's event as a draft of this run: checked, without its place, under ids that are this run's own.
 * undefined where it is not to be passed on. `mark` tells apart what is told again after a restart.
 */
export function renamed(event: RunEvent, runId: string, mark: string): Draft | undefined {
  if (ownAffair.has(event.type)) return undefined;
  if (event.type === 'checkpoint' && event.ns === STEP_NS) return undefined;
  const checked = eventSchema.safeParse(event);
  if (!checked.success) return undefined;
  const { seq: _, at: __, runId: ___, ...draft } = checked.data as RunEvent & Record<string, unknown>;
  const own = draft as unknown as Record<string, unknown>;
  for (const key of ids) if (typeof own[key] === 'string') own[key] = idHere(own[key], runId, mark);
  // Whether a run ends is decided here, by how it ended there.
  if (own.type === 'error') own.fatal = false;
  return own as unknown as Draft;
}

export function idHere(theirs: string, runId: string, mark = ''): string {
  return `${runId}.${theirs}${mark}`;
}
