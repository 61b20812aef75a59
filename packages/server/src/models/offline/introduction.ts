import type { Both } from './contract.ts';

/** Said at the end of the first answer of a session. */
export const introduction: Both = {
  en: [
    '> I am Polywire’s built-in offline model: simple rules, no network, no key. I use the real tools, but I know little by myself.',
    '> To connect a real model, start with `POLYWIRE_MODEL=provider:model` and its key, for example `OPENAI_API_KEY=… POLYWIRE_MODEL=openai:gpt-4.1 npm start`, or `POLYWIRE_MODEL=ollama:qwen3 npm start` for a local one.',
  ].join('\n'),
  zh: [
    '> 我是 Polywire 内置的离线模型：基于简单规则，不联网，不需要密钥。我会使用真实的工具，但自身知识有限。',
    '> 要接入真正的模型，请用 `POLYWIRE_MODEL=provider:model` 和相应的密钥启动，例如 `DEEPSEEK_API_KEY=… POLYWIRE_MODEL=deepseek:deepseek-chat npm start`；本地模型可用 `POLYWIRE_MODEL=ollama:qwen3 npm start`。',
  ].join('\n'),
};
