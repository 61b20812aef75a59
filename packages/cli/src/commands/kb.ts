import type { DocumentHit, DocumentInfo } from '@polywire/protocol/calls';
import { halvesOf } from '@polywire/protocol/halves';
import type { Command, Terminal, Text, Values } from '../contract.ts';
import { CliError, exitCodes } from '../errors.ts';
import { addFiles } from '../kb/add.ts';
import { filesIn } from '../kb/files.ts';
import { jsonOption, serverOption, tokenOption } from '../options.ts';
import { request, requestJson } from '../server/http.ts';
import { type Target, targetOf } from '../server/target.ts';
import { states } from '../states.ts';
import { Bar } from '../terminal/bar.ts';
import { print, printJson } from '../terminal/print.ts';
import { table } from '../terminal/table.ts';
import { cut } from '../terminal/width.ts';

type Action = (
  terminal: Terminal,
  target: Target,
  given: readonly string[],
  values: Values,
) => Promise<number | undefined>;

const actions: Readonly<Record<string, Action>> = { add, list, search, remove };

export const kb: Command = {
  arguments: [
    { name: '<action>', about: { en: 'add, list, search or remove', zh: 'add、list、search 或 remove' } },
    { name: '[what...]', about: { en: 'files and folders, words, or ids', zh: '文件与目录、词语或标识' } },
  ],
  options: [serverOption, tokenOption, jsonOption],
  examples: [
    'polywire kb add ./handbook notes.md',
    'polywire kb list',
    'polywire kb search "部署"',
    'polywire kb remove ID',
  ],
  async run(terminal, [name = '', ...given], values) {
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action) throw usage({ en: `kb has no action ${name}.`, zh: `kb 没有操作 ${name}。` });
    return action(terminal, targetOf(terminal, values), given, values);
  },
};

async function add({ stdout, stderr, language }: Terminal, target: Target, given: readonly string[], values: Values) {
  const files = await filesIn(given);
  if (files.length === 0) throw usage({ en: 'There is no file to add.', zh: '没有可添加的文件。' });
  const bar = new Bar(stderr, language === 'zh' ? '添加' : 'Adding');
  const added = await addFiles(target, files, (done, all, file) => bar.show(done, all, cut(file, 40))).finally(() =>
    bar.end(),
  );
  if (values.json) await printJson(stdout, added);
  else {
    const rows = added.map(({ file, status, error }) => [
      status === 'ready' ? '✓' : '✗',
      file,
      halvesOf(error ?? '')[language],
    ]);
    await print(stdout, table(rows));
  }
  return added.every(({ status }) => status === 'ready') ? exitCodes.ok : exitCodes.failed;
}

async function list({ stdout, language }: Terminal, target: Target, _: readonly string[], values: Values) {
  const { documents } = await requestJson<{ documents: DocumentInfo[] }>(target, 'GET /v1/documents');
  if (values.json) await printJson(stdout, documents);
  else if (documents.length === 0)
    await print(stdout, language === 'zh' ? '知识库为空。\n' : 'The knowledge base is empty.\n');
  else
    await print(
      stdout,
      table(documents.map(({ id, status, title }) => [id, states[language].document[status], cut(title, 60)])),
    );
  return exitCodes.ok;
}

async function search({ stdout, language }: Terminal, target: Target, given: readonly string[], values: Values) {
  if (given.length === 0) throw usage({ en: 'There are no words to search for.', zh: '没有给出要搜索的词语。' });
  const query = encodeURIComponent(given.join(' '));
  const { hits } = await requestJson<{ hits: DocumentHit[] }>(target, `GET /v1/documents/search?q=${query}`);
  if (values.json) await printJson(stdout, hits);
  else if (hits.length === 0) await print(stdout, language === 'zh' ? '没有找到。\n' : 'Nothing was found.\n');
  else
    await print(stdout, hits.map(({ title, snippet }) => `${cut(title, 80)}\n  ${cut(snippet.text, 200)}\n`).join(''));
  return exitCodes.ok;
}

async function remove(_: Terminal, target: Target, given: readonly string[]) {
  if (given.length === 0) throw usage({ en: 'There is no id of what to remove.', zh: '没有给出要移除的标识。' });
  for (const id of given) await request(target, `DELETE /v1/documents/${encodeURIComponent(id)}`);
  return exitCodes.ok;
}

function usage(says: Text): CliError {
  return new CliError(says, { en: 'see polywire help kb', zh: '参见 polywire help kb' }, { exitCode: exitCodes.usage });
}
