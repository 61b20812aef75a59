import type { Call, Intent, Request, Said } from '../contract.ts';
import { intentsOf } from '../plan.ts';

/** Whose work a tool is, as far as the team has somebody for it. */
export const specialists: Readonly<Record<string, readonly string[]>> = {
  researcher: ['search_knowledge_base', 'web_fetch', 'web_search', 'read_file', 'list_files', 'recall', 'clock'],
  analyst: ['calculate', 'analyse_data', 'run_code', 'make_image'],
  writer: ['write_file', 'todo_create', 'todo_update', 'delete_file', 'remember'],
};
const everything = new Set(Object.values(specialists).flat());

/** What would be called first for some words, by somebody who has all of these tools. */
export function callFor(said: Said, request: Request): Call | undefined {
  return intentsFor(said, request)[0]?.call;
}

/** What is meant by all of the words together, where that is one thing and plain: it has no parts. */
export function soleIntent(said: Said, request: Request): Intent | undefined {
  const [only, ...others] = intentsFor(said, request);
  return only && others.length === 0 && only.sure >= PLAIN ? only : undefined;
}

function intentsFor(said: Said, request: Request): readonly Intent[] {
  return intentsOf({ ...request, said, tools: everything, done: [] });
}

const PLAIN = 0.7;
