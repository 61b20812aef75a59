export type { Agent, RunContext } from './agents/contract.ts';
export type { Appended, Batch, EventLog, Watcher } from './log/contract.ts';
export { type Running, startServer } from './server.ts';
