export type { Rejection, RejectionFile, Sample, SampleFile } from './fixture.ts';
export { command } from './generate/commands.ts';
export { nastyTexts, text } from './generate/texts.ts';
export { run, session, stampAll } from './generate.ts';
export type { NaiveReader, Screen, ToolCard } from './reader.ts';
export { type DialectKit, testDialect } from './test-dialect.ts';
export { type LogUnderTest, type MakeLog, testLog } from './test-log.ts';
