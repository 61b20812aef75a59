import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { AgentMessage } from './wire.ts';
import { fromUser, ORCHESTRATOR, ownKeys, VIA } from './write.ts';

/** A message of either shape, made even. */
export interface Heard {
  readonly source: string;
  /** What the metadata calls it: `plan_message`, `final_answer`, one of ours. */
  readonly kind: string;
  readonly type: string | undefined;
  readonly content: string | readonly Json[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly isOurs: boolean;
  /** Who speaks, where the source is not just a role. */
  readonly agent: { agent?: string };
  /** Another server's metadata, for the events that carry it on. */
  readonly ext: { ext?: JsonObject };
  readonly at: { at?: number };
}

export function heard({ source: given, metadata: raw, content, type }: AgentMessage): Heard {
  const metadata = texts(raw ?? {});
  const source = given ?? metadata.agent_name ?? 'assistant';
  const isOurs = metadata.via === VIA;
  const kept = Object.entries(metadata).filter(([key]) => !ownKeys.has(key));
  const time = Date.parse(metadata.timestamp ?? '');
  return {
    source,
    kind: metadata.type ?? metadata.message_type ?? '',
    type,
    content: metadata.form === 'json' ? unwrapped(content) : content,
    metadata,
    isOurs,
    agent: speaker(source, isOurs ? metadata.agent_name : undefined),
    ext: isOurs || kept.length === 0 ? {} : { ext: { magentic: Object.fromEntries(kept) } },
    at: time >= 0 ? { at: time } : {},
  };
}

/** Our orchestrator speaks for whoever its metadata names. */
function speaker(source: string, name: string | undefined): { agent?: string } {
  const agent = name !== undefined && source === ORCHESTRATOR ? name : source;
  return roles.has(agent) || (name !== undefined && agent === ORCHESTRATOR) ? {} : { agent };
}

export function roleOf(source: string): 'user' | 'system' | 'assistant' {
  if (fromUser(source)) return 'user';
  return source === 'system' ? 'system' : 'assistant';
}

/** Sources that name nobody. `user_proxy` is told from `user`, so that it is said again. */
const roles = new Set(['user', 'assistant', 'system']);

function texts(metadata: JsonObject): Record<string, string> {
  const known = Object.entries(metadata).filter(([, value]) => value !== null);
  return Object.fromEntries(
    known.map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

/** A text that had to be wrapped, so that the page shows it as it is. */
function unwrapped(content: string | readonly Json[]): string | readonly Json[] {
  if (typeof content !== 'string') return content;
  return userText(content);
}

/** What a user typed: the page sends, and expects, `{"content": …}` as JSON text. */
export function userText(content: string): string {
  try {
    const value = JSON.parse(content) as Json;
    return isJsonObject(value) && typeof value.content === 'string' ? value.content : content;
  } catch {
    return content;
  }
}
