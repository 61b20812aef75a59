import { ownDialect } from '@polywire/protocol';
import type { Command } from '../contract.ts';
import { CliError, exitCodes } from '../errors.ts';
import { dialectNames, serverOption, textIn, tokenOption } from '../options.ts';
import { reach } from '../server/reach.ts';
import { coloursFor } from '../terminal/colours.ts';

export const chat: Command = {
  options: [
    serverOption,
    {
      flags: '--dialect <name>',
      about: { en: 'what the server speaks', zh: '服务器使用的方言' },
      choices: dialectNames,
      fallback: ownDialect.name,
    },
    { flags: '--session <id>', about: { en: 'go on with this session', zh: '继续该会话' } },
    { flags: '--agent <name>', about: { en: 'who answers', zh: '由哪个智能体回答' } },
    { flags: '--model <name>', about: { en: 'with which model', zh: '使用的模型' } },
    tokenOption,
    {
      flags: '--data <dir>',
      about: { en: 'start a server on this folder, for this chat', zh: '为本次对话在该目录上启动服务器' },
    },
  ],
  examples: [
    'polywire chat',
    ...dialectNames.slice(1, 2).map((name) => `polywire chat --server http://127.0.0.1:8080 --dialect ${name}`),
  ],
  async run(terminal, _, values) {
    const { stdin, stdout, env, language } = terminal;
    if (!stdin.isTTY || !stdout.isTTY) throw noTerminal();
    const { target, close } = await reach(terminal, values);
    drawAtOnce();
    const [{ render }, { createElement }, { Chat }] = await Promise.all([
      import('ink'),
      import('react'),
      import('../chat/app.tsx'),
    ]);
    const start = {
      target,
      dialect: textIn(values, 'dialect') as string,
      session: textIn(values, 'session'),
      agent: textIn(values, 'agent'),
      model: textIn(values, 'model'),
      begun: 0,
    };
    try {
      const chat = createElement(Chat, { start, language, colours: coloursFor(stdout, env) });
      await render(chat, { exitOnCtrlC: false }).waitUntilExit();
    } finally {
      await close();
    }
    return undefined;
  },
};

/** Ink draws nothing before the end where these say that nobody looks; at a terminal somebody does, in a container too. */
function drawAtOnce(): void {
  delete process.env.CI;
  delete process.env.CONTINUOUS_INTEGRATION;
}

function noTerminal(): CliError {
  return new CliError(
    { en: 'A chat needs a terminal.', zh: '对话需要终端。' },
    { en: 'in a pipe use polywire run "…"', zh: '在管道中请用 polywire run "…"' },
    { exitCode: exitCodes.usage },
  );
}
