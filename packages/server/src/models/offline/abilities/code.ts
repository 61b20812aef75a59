import { isJsonObject } from '@polywire/protocol';
import type { Ability } from '../contract.ts';
import { plainRequest } from '../text/polite.ts';

const RUNS =
  /\b(?:run|execute|eval(?:uate)?|try|test)\b|\b(?:with|in|using) (?:code|javascript|js)\b|运行|执行|跑一下|跑|用代码|用(?:JavaScript|JS)/i;
const CODE = /\b(?:code|script|javascript|js|snippet|program|function)\b|代码|脚本|程序/i;
const LOOKS_LIKE_CODE =
  /=>|\bconst\b|\blet\b|\bfunction\b|\breturn\b|console\.log|\bMath\.|\.map\(|\.reduce\(|\.join\(|\.length\b|;\s*$/m;

/** JavaScript in the sandbox: `run_code`. */
export const runCode: Ability = {
  name: 'run code',
  about: { en: 'run JavaScript in a sandbox', zh: '在沙箱中运行 JavaScript' },
  recognise({ words, pasted, whole }) {
    const text = plainRequest(words);
    if (!RUNS.test(text)) return undefined;
    const inline = /`([^`\n]+)`/.exec(text)?.[1];
    const after =
      /[:：]\s*([\s\S]+)$/.exec(text)?.[1] ??
      /(?:run|execute|运行|执行)\s*(?:this |the )?(?:code|javascript|js|代码|脚本)?\s*([\s\S]+)$/i.exec(text)?.[1];
    const code = [
      whole.includes('```') ? pasted : undefined,
      inline,
      LOOKS_LIKE_CODE.test(pasted) ? pasted : undefined,
      after,
    ].find(
      (each) =>
        each !== undefined &&
        each !== '' &&
        (each === pasted || each === inline || LOOKS_LIKE_CODE.test(each) || CODE.test(text)),
    );
    if (code === undefined || !(CODE.test(text) || code === inline || LOOKS_LIKE_CODE.test(code))) return undefined;
    return {
      sure: 0.97,
      isGreedy: true,
      why: { en: 'I run the code in the sandbox.', zh: '我在沙箱中运行这段代码。' },
      call: { name: 'run_code', args: { code: code.trim() } },
    };
  },
  tells: {
    run_code({ result }, language) {
      const { result: value = result, output } = isJsonObject(result) ? result : {};
      const shown = typeof value === 'string' ? value : JSON.stringify(value);
      const head = language === 'zh' ? '结果：' : 'The result:';
      return [`${head} \`${shown}\``, ...(output === undefined ? [] : [`\`\`\`\n${output}\n\`\`\``])].join('\n\n');
    },
  },
};
