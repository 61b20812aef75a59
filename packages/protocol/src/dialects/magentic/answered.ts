import { readJsonObject } from '../../codec/read-json.ts';
import { type DraftOf, inputOutcome } from '../../events.ts';
import { present } from './present.ts';
import type { Heard } from './said.ts';

/** The answer that a message of ours tells of. */
export function resolved({ metadata, at }: Heard, text: string | undefined): DraftOf<'input.resolved'> | undefined {
  const outcome = inputOutcome.safeParse(metadata.outcome).data;
  if (metadata.input_id === undefined || outcome === undefined) return undefined;
  const args = readJsonObject(metadata.args ?? '');
  return present({
    type: 'input.resolved' as const,
    inputId: metadata.input_id,
    outcome,
    text,
    args: args.ok ? args.object : undefined,
    by: metadata.by,
    ref: metadata.ref,
    ...at,
  });
}
