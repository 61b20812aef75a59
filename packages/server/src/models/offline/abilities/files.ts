import { isJsonObject, type Json } from '@polywire/protocol';
import type { Ability, Done, Intent, Request, Said } from '../contract.ts';
import { firstMatch, plainRequest } from '../text/polite.ts';
import { firstUrl, pathIn, quoted } from '../text/quotes.ts';
import { trimmed } from '../text/script.ts';
import { summaryOf } from '../text/summary.ts';
import { SUMMARISE } from './summarise.ts';

const LISTS =
  /\b(?:list|show|display|see|enumerate|view)\b.{0,20}\b(?:files|folder|directory|workspace|uploads|attachments)\b|\b(?:what|which) files\b|\bls\b|\bfiles (?:do i|are there|have i|i have)|(?:有|列出|显示|查看|看看|看一下).{0,8}(?:哪些|所有|全部|什么|的)?(?:文件|附件)(?!.*\.\w)|文件(?:列表|清单|都有哪些|有哪些)|工作区(?:里面?|中)?(?:现在|目前|当前)?(?:都|还)?有|(?:现在|目前|都)有(?:哪些|什么)文件/i;
const READS =
  /\b(?:read|open|show|view|cat|print|display|load|see|look at|what(?:'s|’s| is| does)|contents? of|tell me what)\b|读|打开|查看|看看|看一下|显示|内容|里写|里有|写了/i;
const DELETES = /\b(?:delete|remove|erase|rm|trash|get rid of|discard|drop|wipe)\b|删|移除|清除|去掉|扔掉/i;
const WRITES =
  /\b(?:save|write|store|export|put|create|record|dump|output|make|generate|append|add|copy)\b|保存|存|写|另存|新建|创建|导出|记录|输出|放到|放进/i;

/** The session's own files: `list_files`, `read_file`, `write_file`, `delete_file`. */
export const listFiles: Ability = {
  name: 'list files',
  about: { en: 'list, read, save and delete files of this session', zh: '列出、读取、保存、删除本会话的文件' },
  recognise({ words }) {
    const text = plainRequest(words);
    if (!LISTS.test(text) || pathIn(text) !== undefined) return undefined;
    return {
      sure: 0.92,
      why: { en: 'I look which files there are.', zh: '我看看有哪些文件。' },
      call: { name: 'list_files', args: {} },
    };
  },
  tells: {
    list_files({ result }, language) {
      const { files = [] } = isJsonObject(result) ? result : {};
      const all = (Array.isArray(files) ? files : []).filter(isJsonObject);
      if (all.length === 0) return language === 'zh' ? '本会话还没有文件。' : 'There are no files in this session yet.';
      const many = all.length === 1 ? 'There is 1 file:' : `There are ${all.length} files:`;
      const head = language === 'zh' ? `共有 ${all.length} 个文件：` : many;
      return [head, ...all.map(({ name, size }) => `- \`${name}\` (${size} B)`)].join('\n');
    },
  },
};

export const readFile: Ability = {
  name: 'read a file',
  recognise({ words }) {
    const text = plainRequest(words);
    const path = pathIn(text);
    const summarises = SUMMARISE.test(text);
    if (path === undefined || firstUrl(text) !== undefined || !(READS.test(text) || summarises)) return undefined;
    if (DELETES.test(text) || /\.(?:png|jpe?g|gif|webp)$/i.test(path)) return undefined;
    return {
      sure: summarises ? 0.9 : 0.84,
      why: { en: `I read ${path}.`, zh: `我读取 ${path}。` },
      call: { name: 'read_file', args: { path } },
      ...(summarises && { tell: ({ result }, language) => summaryOf(contentOf(result), language) }),
    };
  },
  tells: {
    read_file({ args, result }, language) {
      const text = contentOf(result);
      const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
      const head = language === 'zh' ? `\`${args.path}\` 的内容：` : `This is in \`${args.path}\`:`;
      return `${head}\n\n\`\`\`\n${shown}\n\`\`\``;
    },
  },
};

export const deleteFile: Ability = {
  name: 'delete a file',
  recognise({ words }) {
    const text = plainRequest(words);
    const path = pathIn(text);
    if (path === undefined || !DELETES.test(text)) return undefined;
    return {
      sure: 0.95,
      why: {
        en: `The user wants ${path} gone; they are asked before it happens.`,
        zh: `用户想删除 ${path}，执行前会先确认。`,
      },
      call: { name: 'delete_file', args: { path } },
    };
  },
  tells: {
    delete_file: ({ args }, language) =>
      language === 'zh' ? `已删除 \`${args.path}\`。` : `\`${args.path}\` is deleted.`,
  },
};

export const writeFile: Ability = {
  name: 'save a file',
  recognise(said, request): Intent | undefined {
    const text = plainRequest(said.words);
    const named = pathIn(text);
    const wantsFile =
      named !== undefined ||
      /\b(?:to|as|into|in) (?:a|an|the|my)? ?(?:text |markdown |new )?file\b|到(?:一个)?(?:新)?文件|存成文件|写(?:入|进)文件/i.test(
        text,
      );
    if (!wantsFile || !WRITES.test(text) || DELETES.test(text)) return undefined;
    if (named !== undefined && /^(?:read|open|show|view|读|打开|查看|看)/i.test(text)) return undefined;
    const path = named ?? (said.language === 'zh' ? '笔记.md' : 'notes.md');
    const given = contentIn(text, named, said);
    const content = given ?? (TABLE.test(text) ? pastedBefore(request) : undefined) ?? earlier(request);
    return {
      sure: 0.93,
      isGreedy: given !== undefined,
      follows: given === undefined,
      ...(content === '' && { missing: NOTHING_TO_SAVE }),
      why: { en: `I write ${path}; the user is asked first.`, zh: `我写入 ${path}，执行前会先询问用户。` },
      call: { name: 'write_file', args: { path, content } },
    };
  },
  tells: {
    write_file: ({ args }, language) =>
      language === 'zh'
        ? `已保存 \`${args.path}\`（${String(args.content).length} 个字符）。`
        : `Saved \`${args.path}\` (${String(args.content).length} characters).`,
  },
};

const P = String.raw`["“「\x60']?[\w\p{Script=Han}./~-]{1,80}\.\w{1,8}["”」\x60']?`;
const CONTENT: readonly RegExp[] = [
  new RegExp(String.raw`${P}[^:：\n]{0,40}?[:：]\s*(?<content>[\s\S]+)$`, 'iu'),
  /^(?:save|write|store|put|export|record|dump|output|copy|append|add)\s+(?:down )?(?:the (?:text|words?|sentence|line|note|message|phrase|string|content)s?\s+)?(?<content>[\s\S]+?)\s+(?:in(?:to|side)?|to|as|under)\s+(?:a |an |the |my )?(?:new )?(?:file\b|text file|[\w./~-]+\.\w{1,8})/i,
  new RegExp(
    String.raw`${P}\s*(?:with|containing|that (?:says|contains|reads)|saying)\s+(?:the )?(?:text|contents?|words?)?\s*(?<content>[\s\S]+)$`,
    'iu',
  ),
  /(?:把|将)(?<content>[\s\S]+?)(?:这(?:句话|段话|段文字|些内容|几个字)?|的内容)?(?:保存|存|写|另存|导出|记录|输出|放)(?:到|为|成|入|进|在)?(?:文件)?/,
  new RegExp(
    String.raw`(?:在|往|向|给)?${P}(?:文件)?(?:里面?|中)?[，,\s]*(?:写入|写下|写|添加|加入|保存|存入|记录)(?:上|一句|一行|内容|下)?[：:，,\s]*(?<content>[\s\S]+)$`,
    'iu',
  ),
  new RegExp(
    String.raw`${P}[，,]?\s*(?:内容(?:是|为|写)?|里面写|写着?|写上|包含)[：:，,\s]*(?<content>[\s\S]+)$`,
    'iu',
  ),
  /^(?:保存|写入?|存)(?<content>[\s\S]+?)(?:到|进|入|为|成)(?:文件)?(?=[\w\p{Script=Han}./~-]{1,80}\.\w{1,8})/u,
];
const POINTS_BACK =
  /^(?:it|that|this|them|these|those|the (?:result|answer|above|summary|output|text|list|report|reply|response|last answer|outcome|table|data)|your (?:answer|reply)|everything above|all of (?:it|that|this)|(?:our|the|this) (?:conversation|chat|session)|对话|我们的对话|聊天记录|这段对话|结果|答案|它|这个|这些|以上|上面|上述|刚才|刚刚|回答|总结|这段|[这那]?张?表格?|[这那]些?数据|上面的?(?:内容|结果|回答)|刚才的?(?:内容|结果|回答|答案))(?:的?(?:内容|结果|文字|text|content))?$/i;

/** The text to be saved; undefined where it is what came before. */
function contentIn(text: string, path: string | undefined, { pasted }: Said): string | undefined {
  if (pasted !== '') return pasted;
  const said = quoted(text).find((each) => each !== path);
  if (said !== undefined) return said;
  const raw = firstMatch(text, CONTENT)?.content;
  const content = raw === undefined ? '' : trimmed(raw.replace(/^(?:the )?(?:text|content|words?|note)[:：]?\s+/i, ''));
  return content === '' || POINTS_BACK.test(content) ? undefined : content;
}

const TABLE = /\b(?:table|data)\b|表|数据/i;

function pastedBefore({ past }: Request): string | undefined {
  return past
    .map(({ said }) => said.pasted)
    .filter((pasted) => pasted !== '')
    .at(-1);
}

/** What was found or said last. */
function earlier({ done, past }: Request): string {
  const last = done.at(-1);
  if (last) return resultText(last);
  return [...past].reverse().find(({ answer }) => answer !== '')?.answer ?? '';
}

function resultText({ name, args, result }: Done): string {
  if (name === 'calculate' && isJsonObject(result))
    return `${result.expression ?? args.expression} = ${result.result ?? ''}`;
  if (isJsonObject(result) && Array.isArray(result.results)) {
    return result.results
      .filter(isJsonObject)
      .map(({ title, content, snippet, source }) => `## ${title}\n${content ?? snippet ?? ''}\n(${source ?? ''})`)
      .join('\n\n');
  }
  return contentOf(result);
}

function contentOf(result: Json): string {
  if (typeof result === 'string') return result;
  if (!isJsonObject(result)) return JSON.stringify(result);
  const text = result.text ?? result.content ?? result.result;
  return typeof text === 'string' ? text : JSON.stringify(result, undefined, 2);
}

const NOTHING_TO_SAVE = {
  en: 'There is nothing to save yet: tell me the text, for example: save "hello" to notes.md.',
  zh: '还没有可保存的内容：请告诉我要写什么，例如：把“你好”保存到 笔记.md。',
};
const SHOWN = 1_500;
