import type { Listed } from '../contract.ts';

/** Every command, in the order of the help. */
export const commands: readonly Listed[] = [
  {
    name: 'serve',
    about: { en: 'start the server', zh: '启动服务器' },
    load: async () => (await import('./serve.ts')).serve,
  },
  {
    name: 'chat',
    about: { en: 'talk in the terminal', zh: '在终端中对话' },
    load: async () => (await import('./chat.ts')).chat,
  },
  {
    name: 'run',
    about: { en: 'send one message and print the answer', zh: '发送一条消息并输出回答' },
    load: async () => (await import('./run.ts')).run,
  },
  {
    name: 'sessions',
    about: { en: 'list the sessions of a server or of a data folder', zh: '列出服务器或数据目录中的会话' },
    load: async () => (await import('./sessions.ts')).sessions,
  },
  {
    name: 'inspect',
    about: {
      en: 'look at a run: timeline, frames in any dialect, Markdown',
      zh: '查看运行：时间线、任意方言的帧、Markdown',
    },
    load: async () => (await import('./inspect.ts')).inspect,
  },
  {
    name: 'translate',
    about: { en: 'turn the frames of one dialect into those of another', zh: '将一种方言的帧转换为另一种' },
    load: async () => (await import('./translate.ts')).translate,
  },
  {
    name: 'record',
    about: { en: 'talk to a server and keep every frame with its time', zh: '与服务器对话并记录每一帧及其时间' },
    load: async () => (await import('./record.ts')).record,
  },
  {
    name: 'replay',
    about: { en: 'serve a recording as a mock back end', zh: '将录制内容作为模拟后端提供' },
    load: async () => (await import('./replay.ts')).replay,
  },
  {
    name: 'check',
    about: { en: "hold a live server to the rules of a dialect's document", zh: '按方言文档的规则检查运行中的服务器' },
    load: async () => (await import('./check.ts')).check,
  },
  {
    name: 'kb',
    about: { en: 'the knowledge base: add files, list, search, remove', zh: '知识库：添加文件、列出、搜索、移除' },
    load: async () => (await import('./kb.ts')).kb,
  },
  {
    name: 'export',
    about: { en: 'write all of a data folder as NDJSON', zh: '将数据目录全部导出为 NDJSON' },
    load: async () => (await import('./export.ts')).exportAll,
  },
  {
    name: 'import',
    about: { en: 'fill a new data folder from an export', zh: '从导出内容填充新的数据目录' },
    load: async () => (await import('./import.ts')).importAll,
  },
  {
    name: 'backup',
    about: { en: 'copy a data folder, even while a server uses it', zh: '复制数据目录，服务器运行时亦可' },
    load: async () => (await import('./backup.ts')).backup,
  },
];
