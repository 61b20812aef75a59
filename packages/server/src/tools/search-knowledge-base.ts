import { z } from 'zod';
import type { Tool } from './contract.ts';
import { defineTool } from './define-tool.ts';
import type { Knowledge } from './knowledge/knowledge.ts';

export function searchKnowledgeBase(knowledge: Knowledge): Tool {
  return defineTool({
    name: 'search_knowledge_base',
    description: {
      en: 'Searches the documents of the user and those about Polywire itself. Gives passages with their title and source.',
      zh: '检索用户的文档以及 Polywire 自身的文档，返回带标题和出处的段落。',
    },
    parameters: z.object({
      query: z.string().min(1).max(1_000),
      sourceType: z
        .string()
        .max(40)
        .optional()
        .describe('file, web, text or docs; all where nothing is given / 来源类型'),
    }),
    idempotent: true,
    async run({ query, sourceType }, { owner }) {
      const only = sourceType === undefined || ANY.has(sourceType) ? {} : { sourceType };
      const hits = await knowledge.search(owner, query, only);
      const results = hits.map(({ title, source, sourceType: type, snippet, text }) => ({
        title,
        snippet: snippet.text,
        content: text,
        source,
        sourceType: type,
      }));
      return { results, query, total: results.length };
    },
  });
}

const ANY: ReadonlySet<string> = new Set(['', 'all', 'any', '*']);
