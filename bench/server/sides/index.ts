import type { Entry } from '../../contract.ts';
import { name, type Text } from '../../lib/text.ts';
import type { StartSide } from '../contract.ts';

/** Loaded only in the process that is one: those of `peers/` may not be installed. */
const load = {
  polywire: () => import('./polywire.ts'),
  ws: () => import('./ws.ts'),
  bare: () => import('./bare.ts'),
  sse: () => import('./sse.ts'),
  socketIo: () => import('../../peers/sides/socket-io.ts'),
  socketIoRecovery: () => import('../../peers/sides/socket-io-recovery.ts'),
  agUi: () => import('../../peers/sides/ag-ui.ts'),
  aiSdk: () => import('../../peers/sides/ai-sdk.ts'),
  streamText: () => import('../../peers/sides/stream-text.ts'),
  source: () => import('./source.ts'),
} satisfies Record<string, () => Promise<{ start: StartSide }>>;

const peers: readonly string[] = ['socketIo', 'socketIoRecovery', 'agUi', 'aiSdk', 'streamText'];

export type SideName = keyof typeof load;

export async function loadSide(side: SideName): Promise<StartSide> {
  return (await load[side]()).start;
}

export const titles: Readonly<Record<SideName, Text>> = {
  polywire: name('Polywire'),
  ws: name('ws.send'),
  bare: { en: 'one commit, one write', zh: '一次提交，一次写入' },
  sse: { en: 'SSE, response.write', zh: 'SSE，response.write' },
  socketIo: name('Socket.IO'),
  socketIoRecovery: { en: 'Socket.IO with recovery', zh: 'Socket.IO（含状态恢复）' },
  agUi: { en: 'AG-UI encoder', zh: 'AG-UI 编码器' },
  aiSdk: { en: 'AI SDK stream writer', zh: 'AI SDK 流写入器' },
  streamText: name('AI SDK streamText'),
  source: { en: 'chunks alone', zh: '仅产生分块' },
};

export function entryOf(side: SideName, isExtra = false): Entry {
  return { name: side, title: titles[side], isExtra, isPeer: peers.includes(side) };
}
