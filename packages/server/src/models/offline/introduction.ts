import type { Both } from './contract.ts';

/** Said at the end of the first answer of a session. */
export const introduction: Both = {
  en: '> I am the built-in offline model: rules and real tools, no network. For a real model, start with its key and `POLYWIRE_MODEL=provider:model` (for example `openai:gpt-4.1`, `ollama:qwen3`).',
  zh: '> 我是内置的离线模型：按规则使用真实工具，不联网。要接入真正的模型，请设置密钥和 `POLYWIRE_MODEL=provider:model` 后启动（如 `deepseek:deepseek-chat`、`ollama:qwen3`）。',
};
