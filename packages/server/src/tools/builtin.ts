import type { EventLog } from '../log/contract.ts';
import type { Store } from '../store/contract.ts';
import { askUser } from './ask-user.ts';
import { calculate } from './calculate.ts';
import type { Tool } from './contract.ts';
import { fileTools } from './files.ts';
import { memoryTools } from './memory.ts';
import { todoTools } from './todos.ts';

/** What the tools of this server work with. */
export interface ToolParts {
  readonly store: Store;
  readonly log: EventLog;
}

/** The tools that every server has. */
export function builtInTools(parts: ToolParts): readonly Tool[] {
  return [calculate, askUser, ...todoTools(parts), ...memoryTools(parts), ...fileTools(parts)];
}
