import { doNotKnow } from '../abilities/unknown.ts';
import type { Reply, Request } from '../contract.ts';
import { introduced } from '../introduction.ts';
import { graphOf, graphOfOne, partsOf, short } from '../text/graph.ts';
import { optionsIn } from '../text/options.ts';
import { topicOf } from '../text/topic.ts';
import { fieldOf, requestOf, resultsOf } from './hints.ts';
import { soleIntent } from './specialists.ts';
import { isMissing, work } from './work.ts';

/** The request as a graph of smaller tasks. */
export function planGraph(request: Request): Reply {
  const said = requestOf(request);
  const { language, words, whole } = said;
  const isOneTask = optionsIn(words || whole).length < 2 && soleIntent(said, request) !== undefined;
  return json(isOneTask ? graphOfOne(words, language) : graphOf(words || whole, language));
}

/** One thought. */
export function workThought(request: Request): Reply {
  return work(request, fieldOf(request.hints.node, 'task'), requestOf(request), resultsOf(request));
}

/** New tasks where a thought's result names parts that the request did not; mostly none. */
export function growGraph(request: Request): Reply {
  const { language, whole } = requestOf(request);
  const [{ task = '', text = '' } = {}] = resultsOf(request);
  const named = partsOf(text).filter(
    (part) => /[?？]|需要|补充|fill this in|missing/i.test(part) && !whole.includes(part),
  );
  const [open] = named;
  if (open === undefined) return json({ nodes: [], edges: [] });
  const next = language === 'zh' ? `补充“${short(task)}”缺少的信息` : `Find what is missing for “${short(task)}”`;
  return json({ nodes: [{ id: 'more', task: next }], edges: [] });
}

/** The sink: everything that was found, put together. */
export function joinThoughts(request: Request): Reply {
  const said = requestOf(request);
  const { language, words, whole } = said;
  const results = resultsOf(request);
  const topic = topicOf(words || whole);
  const [only] = results;
  if (results.every(({ text }) => isMissing(text))) {
    return { text: introduced(doNotKnow(said, language), request.past, language) };
  }
  if (only && results.length === 1) return { text: introduced(only.text, request.past, language) };
  const head =
    language === 'zh'
      ? `“${topic}”被拆成 ${results.length} 个部分，结果如下：`
      : `“${topic}” was broken into ${results.length} parts; this is what came of them:`;
  const text = [head, ...results.map((result) => `**${result.task}**\n\n${result.text}`)].join('\n\n');
  return { text: introduced(text, request.past, language) };
}

function json(value: object): Reply {
  return { text: JSON.stringify(value) };
}
