import { Handle, Position } from '@xyflow/react';
import { HEIGHT, type NodeData, type State, WIDTH } from './layout.ts';

const looks: Record<State, string> = {
  planned: 'border-line-strong border-dashed bg-surface',
  running: 'border-accent bg-accent-soft',
  complete: 'border-good bg-good-soft',
  failed: 'border-danger bg-danger-soft',
  chosen: 'border-accent border-2 bg-accent-soft',
  abandoned: 'border-line-strong border-dashed bg-sunken',
};

export function ThoughtNode({ data }: { readonly data: NodeData }) {
  return (
    <div
      data-state={data.state}
      className={`overflow-hidden rounded-xl border px-3 py-2 text-ink text-sm ${looks[data.state]}`}
      style={{ width: WIDTH, height: HEIGHT }}
    >
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <p className={`line-clamp-2 leading-5 ${data.state === 'abandoned' ? 'line-through' : ''}`}>{data.title}</p>
      {data.note && <p className="mt-1 truncate text-ink-soft text-xs">{data.note}</p>}
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </div>
  );
}
