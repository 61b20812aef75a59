import { z } from 'zod';
import { defineTool } from './define-tool.ts';
import { runScript } from './sandbox/run-script.ts';

export const runCode = defineTool({
  name: 'run_code',
  description: {
    en: 'Runs JavaScript in a sandbox without files, network or timers, for at most 5 seconds. The result is the value of the last expression, or what is returned; console.log shows output.',
    zh: '在沙箱中运行 JavaScript（无文件、网络、定时器，最长 5 秒）。结果为最后一个表达式的值或 return 的值；console.log 输出会显示。',
  },
  parameters: z.object({ code: z.string().min(1).max(100_000) }),
  idempotent: true,
  async run({ code }, { signal, output }) {
    let printed = '';
    const result = await runScript(code, {
      signal,
      onOutput(text) {
        printed += text;
        output(text);
      },
    });
    return { result, ...(printed !== '' && { output: printed.slice(0, MAX_PRINTED) }) };
  },
});

/** The model needs no more of it; the user has seen it all. */
const MAX_PRINTED = 10_000;
