import type { Call, Request, Said } from '../contract.ts';
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
  const [intent] = intentsOf({ ...request, said, tools: everything, done: [] });
  return intent?.call;
}
