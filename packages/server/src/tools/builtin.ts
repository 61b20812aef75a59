import type { EventLog } from '../log/contract.ts';
import type { Store } from '../store/contract.ts';
import { analyseData } from './analyse-data.ts';
import { askUser } from './ask-user.ts';
import { calculate } from './calculate.ts';
import { clock } from './clock.ts';
import type { Tool } from './contract.ts';
import { fileTools } from './files.ts';
import type { Knowledge } from './knowledge/knowledge.ts';
import { makeImage } from './make-image.ts';
import { memoryTools } from './memory.ts';
import type { Net } from './net/net.ts';
import { runCode } from './run-code.ts';
import { searchKnowledgeBase } from './search-knowledge-base.ts';
import type { ToolSettings } from './settings.ts';
import { todoTools } from './todos.ts';
import { webFetch } from './web-fetch.ts';
import { webSearch } from './web-search.ts';

/** What the tools of this server work with. */
export interface ToolParts {
  readonly store: Store;
  readonly log: EventLog;
  readonly knowledge: Knowledge;
  readonly net: Net;
  readonly settings: ToolSettings;
}

/** The tools that every server has. */
export function builtInTools(parts: ToolParts): readonly Tool[] {
  return [
    searchKnowledgeBase(parts.knowledge),
    ...todoTools(parts),
    calculate,
    clock,
    webFetch(parts.net),
    webSearch(parts.settings.search),
    analyseData(parts),
    makeImage(parts),
    runCode,
    ...fileTools(parts),
    askUser,
    ...memoryTools(parts),
  ];
}
