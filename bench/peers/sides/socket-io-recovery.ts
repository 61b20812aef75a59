import type { StartSide } from '../../server/contract.ts';
import { socketIoSide } from '../lib/socket-io-side.ts';

/** The same with its connection state recovery: what was sent stays in memory for a while. */
export const start: StartSide = (workload, carry) =>
  socketIoSide(workload, carry, {
    connectionStateRecovery: { maxDisconnectionDuration: TWO_MINUTES_MS, skipMiddlewares: true },
  });

const TWO_MINUTES_MS = 120_000;
