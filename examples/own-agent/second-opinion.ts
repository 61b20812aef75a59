import { defineAgent } from '@polywire/server';

/** Looks the question up, drafts an answer, and has the draft checked before anybody sees it. */
export const secondOpinion = defineAgent({
  name: 'second-opinion',
  description: { en: 'Checks its answer before you see it', zh: '回答前先自我核对' },
  async run({ input }, { think, use }) {
    const found = await use('look-up', 'search_knowledge_base', { query: input });
    const draft = await think('draft', `${input}\n\nThe documents say: ${JSON.stringify(found)}`, { quiet: true });
    return think('check', `${input}\n\nA draft to check and improve: ${draft}`);
  },
});
