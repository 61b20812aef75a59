import { defineAgent } from '@polywire/server';

/** Looks a subject up in the documents and sums up what they say. */
export const digest = defineAgent({
  name: 'digest',
  description: { en: 'Sums up what the documents say', zh: '概括文档中的内容' },
  async run({ input }, { think, use, say }) {
    const found = await use('look-up', 'search_knowledge_base', { query: input });
    const { results } = found as { results: { content: string }[] };
    if (results.length === 0) return say('nothing', `Nothing is known of “${input}”. / 没有找到“${input}”。`);
    const passages = results.slice(0, 3).map(({ content }) => content.replace(/[`|#*\s]+/g, ' '));
    return think('sum-up', `Summarise this:\n\n${passages.join(' ')}`);
  },
});
