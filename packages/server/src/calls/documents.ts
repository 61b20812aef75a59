import type { JsonObject } from '@polywire/protocol';
import { type Call, notFound } from './contract.ts';
import { asJson, needText, numberIn, textIn } from './params.ts';

/** The knowledge base. Files come in by a form: see `wire/documents.ts`. */
export const documents: Readonly<Record<string, Call>> = {
  'documents.list': async ({ knowledge }, { owner }) => asJson(await knowledge.list(owner)),
  'documents.get': async ({ knowledge }, { owner }, params) => {
    const entry = await knowledge.get(owner, needText(params, 'id'));
    if (!entry) throw notFound('document');
    return asJson(entry);
  },
  'documents.add': async ({ knowledge }, { owner }, params) => {
    const title = needText(params, 'title');
    const { source = title, sourceType = 'text' } = textsIn(params);
    return asJson(await knowledge.add(owner, { title, text: needText(params, 'text'), source, sourceType }));
  },
  'documents.remove': async ({ knowledge }, { owner }, params) => {
    if (!(await knowledge.remove(owner, needText(params, 'id')))) throw notFound('document');
    return true;
  },
  'documents.search': async ({ knowledge }, { owner }, params) => {
    const { sourceType } = textsIn(params);
    const limit = numberIn(params, 'limit');
    const options = { ...(sourceType !== undefined && { sourceType }), ...(limit !== undefined && { limit }) };
    return asJson(await knowledge.search(owner, needText(params, 'query'), options));
  },
};

function textsIn(params: JsonObject): { source?: string; sourceType?: string } {
  const [source, sourceType] = [textIn(params, 'source'), textIn(params, 'sourceType')];
  return { ...(source !== undefined && { source }), ...(sourceType !== undefined && { sourceType }) };
}
