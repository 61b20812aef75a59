import type { Play } from './stage.ts';

const chart = {
  xAxis: { type: 'category', data: ['Jan', 'Feb', 'Mar'] },
  yAxis: { type: 'value' },
  series: [{ type: 'bar', name: 'Sales', data: [120, 180, 150] }],
};

/** A run that shows one of each thing and ends at an approval: for looking at the page. */
export const everything: Play = async (context) => {
  const { emit, runId } = context;
  await context.step('all', async () => {
    emit({ type: 'node.entered', name: 'research', nodeRun: `${runId}.n` });
    emit({ type: 'message.started', messageId: 'm', role: 'assistant', nodeRun: `${runId}.n` });
    emit({ type: 'reasoning.delta', messageId: 'm', delta: 'The table has three months.', nodeRun: `${runId}.n` });
    emit({ type: 'reasoning.done', messageId: 'm', nodeRun: `${runId}.n` });
    emit({
      type: 'text.delta',
      messageId: 'm',
      nodeRun: `${runId}.n`,
      delta:
        'Sales grew by **50 %** in February.\n\n| month | sales |\n| --- | --- |\n| Jan | 120 |\n| Feb | 180 |\n\n```js\nconst growth = 180 / 120 - 1;\n```\n',
    });
    emit({ type: 'message.completed', messageId: 'm', nodeRun: `${runId}.n` });
    emit({ type: 'node.exited', name: 'research', nodeRun: `${runId}.n` });
    for (const [callId, name, outcome] of [
      ['a', 'analyse_data', 'ok'],
      ['b', 'web_search', 'error'],
    ] as const) {
      emit({ type: 'tool.call', callId: `${runId}.${callId}`, name, args: { source: 'sales.csv' } });
      emit({ type: 'tool.started', callId: `${runId}.${callId}`, name });
      emit({ type: 'tool.finished', callId: `${runId}.${callId}`, name, outcome, result: { rows: 3 } });
    }
    emit({ type: 'chart', analysisId: `${runId}.c`, title: 'Sales by month', options: [chart] });
    emit({ type: 'image', imageId: `${runId}.i`, url: 'https://images.example/cat.png', alt: 'A cat' });
    emit({
      type: 'todo.list',
      listId: `${runId}.l`,
      title: 'Next steps',
      items: [
        { id: '1', text: 'Compare with last year', status: 'completed' },
        { id: '2', text: 'Ask the shop', status: 'in_progress' },
        { id: '3', text: 'Write the summary', status: 'pending' },
      ],
    });
    emit({ type: 'tot.expand', candidates: ['Look at single shops', 'Look at single products'] });
    emit({ type: 'tot.evaluate', chosen: 0, scores: [0.8, 0.5] });
    emit({ type: 'error', message: 'One source did not answer.', code: 'SOURCE_SILENT', fatal: false });
    return true;
  });
  await context.callTool({
    callId: `${runId}.w`,
    args: { path: 'summary.md', content: 'Sales grew by 50 %.' },
    tool: { name: 'write_file', destructive: true, run: async () => 'written' },
  });
  return undefined;
};
