import type { StartSide } from '../../server/contract.ts';
import { socketIoSide } from '../lib/socket-io-side.ts';

/** An `emit` per chunk, over WebSocket alone; nothing stored. */
export const start: StartSide = (workload, carry) => socketIoSide(workload, carry, {});
