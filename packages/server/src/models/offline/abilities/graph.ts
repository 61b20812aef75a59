import type { Ability } from '../contract.ts';
import { graphOf } from '../text/graph.ts';
import { plainRequest } from '../text/polite.ts';
import { trimmed } from '../text/script.ts';

export const GRAPHS =
  /\b(?:graph of (?:thoughts|tasks)|task graph|dependency graph|into a graph|as a graph|dependenc(?:y|ies) (?:between|of) (?:the )?tasks)\b|\bdepend(?:s|encies)? on (?:each other|one another|which|what)\b|\binterdependent\b|\bin (?:which|what) order\b.{0,20}\bdepend|\bwith (?:their |its )?dependencies\b|\bDAG\b|思维图|任务图|依赖图|图的形式|用图(?:来|的方式)|依赖关系|(?:拆|分解)[^，。]{0,12}图|拆成.{0,4}图|分解成.{0,6}图|(?:依赖)关系图|[互相]+依赖/i;

/** A task as a graph of smaller ones; the agent `got` also works it off. */
export const graph: Ability = {
  name: 'graph',
  about: {
    en: 'break a task into a graph (with the agent `got`, which also works it off)',
    zh: '把任务拆成图（选择智能体 `got` 还会逐个完成）',
  },
  recognise({ words }) {
    const text = plainRequest(words);
    if (!GRAPHS.test(text)) return undefined;
    const task = taskIn(text);
    // A part of a message that only says how the parts are to be shown belongs to what stands before it.
    if (ONLY_HOW.test(task)) return undefined;
    return {
      sure: 0.88,
      isGreedy: true,
      why: { en: `I break “${task}” into parts that depend on one another.`, zh: `我把“${task}”拆成相互依赖的部分。` },
      say(language) {
        const { nodes, edges } = graphOf(task, language);
        const lines = [
          ...nodes.map(({ id, task: each }) => `  ${id}["${each.replaceAll('"', "'")}"]`),
          ...edges.map(([from, to]) => `  ${from} --> ${to}`),
        ];
        const head = language === 'zh' ? `“${task}”可以这样拆分：` : `“${task}” can be broken down like this:`;
        const foot =
          language === 'zh'
            ? '箭头表示依赖：箭头所指的步骤要等前面的完成。选择智能体 `got`，我会按这个图逐个完成。'
            : 'An arrow points to what depends on the part before it. Choose the agent `got`, and I work through such a graph.';
        return `${head}\n\n\`\`\`mermaid\ngraph LR\n${lines.join('\n')}\n\`\`\`\n\n${foot}`;
      },
    };
  },
};

const ONLY_HOW =
  /^(?:and )?(?:show|say|tell|mark|note|see|标出|说明|指出|注明)\b.{0,12}\b(?:which|what|how)\b|^(?:标出|说明|指出|注明)/i;

function taskIn(text: string): string {
  const named =
    /(?:break|split|turn|decompose)\s+(?:down |up )?(.+?)\s*(?:down |up )?(?:into|as) /i.exec(text)?.[1] ??
    /(?:graph|dependencies)[^:]*?(?:for|of|to|:)\s*(?!thoughts|tasks)(.+)$/i.exec(text)?.[1] ??
    /(?:把|将)(.+?)(?:拆|分解|画|做)/.exec(text)?.[1] ??
    /(?:图)[：:，,](.+)$/.exec(text)?.[1] ??
    text;
  return trimmed(named.replace(/^(?:the task of|the task|任务)\s*[:：]?/i, ''));
}
