import type { Both, Language, Turn } from './contract.ts';

/** Said at the end of the first answer of a session. */
const introduction: Both = {
  en: '> I am the built-in offline model: rules and real tools, no network. For a real model, start with its key and `POLYWIRE_MODEL=provider:model` (for example `openai:gpt-4.1`, `ollama:qwen3`).',
  zh: '> 我是内置的离线模型：按规则使用真实工具，不联网。要接入真正的模型，请设置密钥和 `POLYWIRE_MODEL=provider:model` 后启动（如 `deepseek:deepseek-chat`、`ollama:qwen3`）。',
};

/** Who is speaking belongs to the first answer alone. */
export function introduced(text: string, past: readonly Turn[], language: Language): string {
  return past.every(({ answer }) => answer === '') ? `${text}\n\n${introduction[language]}` : text;
}
