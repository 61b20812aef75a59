import type { Turn } from '@polywire/protocol';
import type { TFunction } from 'i18next';
import { nameIn } from '../../i18n/use-name.ts';
import { formatDuration } from '../../lib/format.ts';
import { withoutMarkdown } from '../../lib/without-markdown.ts';
import {
  type Drawing,
  type DrawnEdge,
  type DrawnNode,
  HEIGHT,
  laidOut,
  type NodeData,
  type State,
  WIDTH,
} from './layout.ts';

const bare = { note: undefined, nodeRun: undefined, from: undefined, to: undefined, text: undefined };

/** Candidates under the thought that they grew from; the way taken is drawn strong, the way given up broken. */
export function treeOf({ thoughts, user }: Turn, t: TFunction): Drawing {
  const root = {
    id: 'root',
    type: 'thought' as const,
    data: { ...bare, title: user?.text ?? t('graph.root'), text: user?.text, state: 'complete' as State },
  };
  const list = thoughts?.nodes.toArray() ?? [];
  const nodes = list.map(({ text, score, chosen, abandoned }, i) => ({
    id: String(i),
    type: 'thought' as const,
    data: {
      ...bare,
      title: withoutMarkdown(text),
      text: abandoned === undefined ? text : `${text}\n\n${t('graph.abandoned', { reason: abandoned })}`,
      note: [
        ...(score === undefined ? [] : [t('graph.score', { score: score.toFixed(2) })]),
        ...(chosen && abandoned === undefined ? [t('graph.chosen')] : []),
        ...(abandoned === undefined ? [] : [t('graph.abandoned', { reason: withoutMarkdown(abandoned) })]),
      ].join(' · '),
      state: (abandoned !== undefined ? 'abandoned' : chosen ? 'chosen' : 'planned') as State,
    } satisfies NodeData,
  }));
  const edges = list.map(({ parent, chosen, abandoned }, i): DrawnEdge => {
    const className = abandoned !== undefined ? 'given-up' : chosen ? 'taken' : undefined;
    const source = parent === undefined ? 'root' : String(parent);
    return { id: `e${i}`, source, target: String(i), ...(className && { className }) };
  });
  return laidOut([root, ...nodes], edges);
}

export function graphOf({ graph, nodes: spans }: Turn, t: TFunction): Drawing {
  const list = graph?.nodes.toArray() ?? [];
  // Thoughts are worked on at the same time: what each said is told by its run. Of several tries the last one counts.
  const runs = new Map(spans.toArray().map(({ name, nodeRun }) => [name, nodeRun]));
  const nodes = list.map(({ id, state, text, startedAt, endedAt, added }) => ({
    id,
    type: 'thought' as const,
    data: {
      ...bare,
      title: text === undefined ? id : withoutMarkdown(text),
      text,
      note: [
        ...(text === undefined ? [] : [id]),
        t(`graph.states.${state}`),
        ...(startedAt !== undefined && endedAt !== undefined ? [formatDuration(endedAt - startedAt)] : []),
        ...(added > 0 ? [t('graph.added', { count: added })] : []),
      ].join(' · '),
      state,
      nodeRun: runs.get(id),
      from: startedAt,
      to: endedAt,
    } satisfies NodeData,
  }));
  const known = new Set(list.map(({ id }) => id));
  const edges = (graph?.edges ?? [])
    .filter(([source, target]) => known.has(source) && known.has(target))
    .map(([source, target]): DrawnEdge => ({ id: `${source}→${target}`, source, target }));
  return laidOut(nodes, edges);
}

/** From the top down as they were entered, side by side where they overlap. */
export function timelineOf({ nodes: spans }: Turn, t: TFunction): Drawing {
  const list = spans.toArray();
  let row = 0;
  const nodes = list.map((span, i): DrawnNode => {
    const before = list[i - 1];
    // What began before the other ended stands in its row, in a lane of its own.
    if (before && !(before.exitedAt === undefined || before.exitedAt > span.enteredAt)) row += 1;
    const state: State = span.error !== undefined ? 'failed' : span.exitedAt === undefined ? 'running' : 'complete';
    const took = span.exitedAt === undefined ? undefined : formatDuration(span.exitedAt - span.enteredAt);
    return {
      id: String(span.seq),
      type: 'thought',
      position: { x: span.lane * (WIDTH + 28), y: row * (HEIGHT + 40) },
      data: {
        ...bare,
        title: nameIn(t, span.name),
        note: [
          t(`graph.states.${state}`),
          ...(took ? [took] : []),
          ...(span.agent && span.agent !== span.name ? [nameIn(t, span.agent)] : []),
        ].join(' · '),
        state,
        text: span.error,
        nodeRun: span.nodeRun,
        from: span.enteredAt,
        to: span.exitedAt,
      },
    };
  });
  const edges = nodes.slice(1).map((node, i): DrawnEdge => {
    const source = nodes[i] as DrawnNode;
    return { id: `${source.id}→${node.id}`, source: source.id, target: node.id };
  });
  return { nodes, edges };
}
