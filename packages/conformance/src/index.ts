export type { Rejection, RejectionFile, Sample, SampleFile } from './fixture.ts';
export { run, session, stampAll } from './generate.ts';
export type { NaiveReader, Screen, ToolCard } from './reader.ts';
export { type DialectKit, testDialect } from './test-dialect.ts';
