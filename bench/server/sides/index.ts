import type { Dialogue, StartSide } from '../contract.ts';
import * as polywire from './polywire.ts';
import * as socketIo from './socket-io.ts';
import * as source from './source.ts';
import * as ws from './ws.ts';

export const sides = {
  polywire: { title: 'Polywire', ...polywire },
  ws: { title: 'ws.send', ...ws },
  socketIo: { title: 'Socket.IO', ...socketIo },
  source: { title: 'chunks alone / 仅产生分块', ...source },
} as const satisfies Record<string, { title: string; start: StartSide; dialogue: Dialogue }>;

export type SideName = keyof typeof sides;
export const sideNames = Object.keys(sides) as SideName[];
