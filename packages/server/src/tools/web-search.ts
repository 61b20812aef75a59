import { z } from 'zod';
import type { Tool } from './contract.ts';
import { defineTool } from './define-tool.ts';
import { providers } from './search/providers.ts';
import type { SearchSettings } from './settings.ts';

export function webSearch(settings: SearchSettings | undefined): Tool {
  return defineTool({
    name: 'web_search',
    description: {
      en: 'Searches the web. Gives titles, addresses and snippets; web_fetch reads a page.',
      zh: '搜索互联网，返回标题、地址和摘要；用 web_fetch 可阅读网页。',
    },
    parameters: z.object({ query: z.string().min(1).max(400) }),
    idempotent: true,
    async run({ query }, { signal }) {
      if (!settings) return { configured: false, results: [], message: NOT_CONFIGURED };
      const results = await providers[settings.provider](settings as never, query, signal);
      return { results: results.slice(0, MAX_RESULTS).map((result) => ({ ...result })), query };
    },
  });
}

const MAX_RESULTS = 10;
const NOT_CONFIGURED =
  'No web search is configured on this server: set `search` in its configuration, or POLYWIRE_SEARCH (SearXNG, Brave or Tavily). / 本服务器未配置网页搜索：请在配置中设置 search 或环境变量 POLYWIRE_SEARCH（SearXNG、Brave 或 Tavily）。';
