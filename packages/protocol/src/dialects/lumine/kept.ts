import type { Draft, RunEvent } from '../../events.ts';
import { isJsonObject, type Json } from '../../json.ts';

/** What another server's frame said and the event has no field for. */
interface Kept {
  /** On run.started. */
  conversation_id: string;
  /** On todo.list: what the front end shows while an item is being done, one for each item. */
  active_forms: string[];
}

export function keep<K extends keyof Kept>(key: K, value: Kept[K]): Pick<Draft, 'ext'> {
  return { ext: { lumine: { [key]: value } } };
}

export function keptConversation(event: RunEvent): string | undefined {
  const value = kept(event, 'conversation_id');
  return typeof value === 'string' ? value : undefined;
}

export function keptForms(event: RunEvent): readonly Json[] {
  const value = kept(event, 'active_forms');
  return Array.isArray(value) ? value : [];
}

function kept({ ext }: RunEvent, key: keyof Kept): Json | undefined {
  const own = ext?.lumine;
  return isJsonObject(own) ? own[key] : undefined;
}
