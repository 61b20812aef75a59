import '@xyflow/react/dist/style.css';
import './graph.css';
import type { Conversation, Turn } from '@polywire/protocol';
import { Background, Controls, ReactFlow, type ReactFlowInstance } from '@xyflow/react';
import { X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShownTheme } from '../../lib/theme.ts';
import { IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { graphOf, timelineOf, treeOf } from './drawings.ts';
import type { Drawing } from './layout.ts';
import { NodeMessages } from './node-messages.tsx';
import { ThoughtNode } from './thought-node.tsx';

interface GraphPanelProps {
  readonly conversation: Conversation;
  /** The run to show; the last that has something to show where nothing is said. */
  readonly run: string | undefined;
  readonly onClose: () => void;
}

const kinds = {
  tree: { make: treeOf, has: (turn: Turn) => turn.thoughts !== undefined },
  graph: { make: graphOf, has: (turn: Turn) => turn.graph !== undefined },
  timeline: { make: timelineOf, has: (turn: Turn) => turn.nodes.length > 0 },
} as const;
type Kind = keyof typeof kinds;
const nodeTypes = { thought: ThoughtNode };
const nothing: Drawing = { nodes: [], edges: [] };

export function GraphPanel({ conversation, run, onClose }: GraphPanelProps) {
  const { t } = useTranslation();
  const theme = useShownTheme();
  const [chosenRun, setRun] = useState<string>();
  const [chosenKind, setKind] = useState<Kind>();
  const [picked, setPicked] = useState<string>();
  const turns = conversation.turns.toArray().filter((turn) => kindsIn(turn).length > 0);
  const wanted = chosenRun ?? run;
  const turn = turns.find(({ runId }) => wanted !== undefined && runId === wanted) ?? turns.at(-1);
  const available = turn ? kindsIn(turn) : [];
  const kind = available.find((each) => each === chosenKind) ?? available[0];
  const drawing = useMemo(() => (turn && kind ? kinds[kind].make(turn, t) : nothing), [turn, kind, t]);
  const node = drawing.nodes.find(({ id }) => id === picked);
  const flow = useRef<ReactFlowInstance>(undefined);
  const room = useRef<HTMLDivElement>(null);
  const isDrawn = drawing.nodes.length > 0;
  // What a node said takes a part of the room: the drawing is fitted into the rest.
  useEffect(() => {
    if (!isDrawn || !room.current) return;
    const observer = new ResizeObserver(() => void flow.current?.fitView(fitted));
    observer.observe(room.current);
    return () => observer.disconnect();
  }, [isDrawn]);
  return (
    <>
      <header className="flex min-h-12 items-center gap-2 border-line border-b px-3">
        <h2 className="font-medium">{t('graph.title')}</h2>
        <Tabs
          label={t('graph.title')}
          tabs={available.map((value) => ({ value, label: t(`graph.${value}`) }))}
          value={kind}
          onChange={setKind}
        />
        {turns.length > 1 && (
          <Select
            aria-label={t('graph.run')}
            value={turn?.runId ?? ''}
            onChange={(event) => setRun(event.target.value)}
            className="max-w-32"
          >
            {turns.map((each) => (
              <option key={each.seq} value={each.runId ?? ''}>
                {each.user?.text.slice(0, 40) ?? each.runId}
              </option>
            ))}
          </Select>
        )}
        <IconButton label={t('app.close')} onClick={onClose}>
          <X />
        </IconButton>
      </header>
      {!isDrawn ? (
        <p className="p-6 text-ink-soft">{t('graph.empty')}</p>
      ) : (
        <div ref={room} className="min-h-0 flex-1" data-graph={kind}>
          <ReactFlow
            key={`${turn?.seq} ${kind} ${drawing.nodes.length}`}
            nodes={drawing.nodes as never}
            edges={drawing.edges as never}
            nodeTypes={nodeTypes}
            colorMode={theme}
            fitView
            fitViewOptions={fitted}
            onInit={(instance) => {
              flow.current = instance;
            }}
            minZoom={0.1}
            nodesDraggable={false}
            nodesConnectable={false}
            nodesFocusable
            onNodeClick={(_, { id }) => setPicked(id)}
            onSelectionChange={({ nodes: [first] }) => first && setPicked(first.id)}
            proOptions={{ hideAttribution: true }}
          >
            <Background />
            <Controls showInteractive={false} orientation="horizontal" position="bottom-right" />
          </ReactFlow>
        </div>
      )}
      {node && turn && <NodeMessages turn={turn} node={node} onClose={() => setPicked(undefined)} />}
    </>
  );
}

/** Smaller than this nothing can be read: the rest is reached by moving. */
const fitted = { padding: 0.08, minZoom: 0.5, maxZoom: 1 };

function kindsIn(turn: Turn): Kind[] {
  return (Object.keys(kinds) as Kind[]).filter((kind) => kinds[kind].has(turn));
}
