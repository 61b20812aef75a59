import { type Draft, type RunEvent, stampDraft } from '@polywire/protocol';

const drafts: readonly Draft[] = [
  { type: 'run.started', runId: 'r', input: 'Deploy it', agentKind: 'react' },
  { type: 'message.started', runId: 'r', messageId: 'm1', role: 'assistant' },
  { type: 'text.delta', runId: 'r', messageId: 'm1', delta: 'Let me look.' },
  { type: 'tool.call', runId: 'r', callId: 'c1', name: 'search', args: { query: '部署' }, messageId: 'm1' },
  { type: 'message.completed', runId: 'r', messageId: 'm1' },
  { type: 'tool.started', runId: 'r', callId: 'c1', name: 'search' },
  { type: 'tool.finished', runId: 'r', callId: 'c1', name: 'search', outcome: 'ok', result: { total: 1 } },
  { type: 'message.started', runId: 'r', messageId: 'm2', role: 'assistant' },
  { type: 'text.delta', runId: 'r', messageId: 'm2', delta: 'Deployed.' },
  { type: 'message.completed', runId: 'r', messageId: 'm2' },
  { type: 'run.finished', runId: 'r', status: 'complete', text: 'Deployed.' },
];

/** A small run with a tool, as a log has it. */
export const sampleRun: readonly RunEvent[] = drafts.map((draft, i) => stampDraft(draft, i + 1, 1_767_225_600_000 + i));
