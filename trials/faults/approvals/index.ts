import { acrossWires } from './across-wires.ts';
import { oneWire } from './one-wire.ts';

/** Races for one decision: 10,000 in all. */
export const approvals = [oneWire, acrossWires];
