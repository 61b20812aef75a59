import type { Ability, Both } from '../contract.ts';
import { type Courtesy, withoutCourtesies } from '../text/courtesy.ts';
import { plainRequest } from '../text/polite.ts';

interface Small {
  readonly name: string;
  readonly sure: number;
  readonly says: Both;
}

/** What is said to a courtesy that comes alone. */
const courtesies: Readonly<Record<Courtesy, Both>> = {
  greeting: {
    en: 'Hello! Ask me something, or say “help” to see what I can do.',
    zh: '你好！有什么可以帮你？说“帮助”可以看看我会做什么。',
  },
  thanks: { en: 'You are welcome.', zh: '不客气。' },
  praise: { en: 'I am glad to be of help.', zh: '很高兴能帮上忙。' },
  farewell: { en: 'Goodbye! The session stays here for you.', zh: '再见！会话会一直保留在这里。' },
};

/** What is said without any tool. */
const smallTalk: readonly (Small & { readonly pattern: RegExp })[] = [
  {
    name: 'who',
    pattern:
      /\b(?:who|what) are you\b|\bwhat(?:'s| is) your name\b|\bwhich (?:model|llm|ai)\b|\bare you (?:chatgpt|gpt|claude|an? (?:ai|bot|human|real))|\bintroduce yourself\b|介绍.{0,3}你自己|自我介绍|你是谁|你是什么|你叫什么|什么模型|哪个模型|你是.{0,6}(?:人|机器人|AI|GPT)吗/i,
    sure: 0.88,
    says: {
      en: 'I am the built-in offline model of Polywire. I follow rules instead of having learnt a language, so I need no key and no network.',
      zh: '我是 Polywire 内置的离线模型。我按规则工作，没有经过语言训练，因此不需要密钥，也不需要联网。',
    },
  },
  {
    name: 'connect',
    pattern:
      /\b(?:connect|use|configure|switch to|add|set up) (?:a |an |another |the |my )?(?:real |other |different |better )?(?:model|llm|openai|gpt|claude|anthropic|ollama|deepseek|qwen)\b|(?:接入|连接|配置|换|使用).{0,8}(?:真正的|真实|别的|其他)?(?:大?模型|openai|gpt|claude|ollama|deepseek|通义)/i,
    sure: 0.87,
    says: {
      en: 'Start the server with `POLYWIRE_MODEL=provider:model` and the provider’s key, for example `OPENAI_API_KEY=… POLYWIRE_MODEL=openai:gpt-4.1 npm start`. For a server of your own add `POLYWIRE_BASE_URL`. Several models can be named in the configuration file; docs/models.md has examples.',
      zh: '用 `POLYWIRE_MODEL=provider:model` 和相应的密钥启动服务器，例如 `DEEPSEEK_API_KEY=… POLYWIRE_MODEL=deepseek:deepseek-chat npm start`。自建服务可加上 `POLYWIRE_BASE_URL`。配置文件中可以列出多个模型，见 docs/models.md。',
    },
  },
];

export const talk: Ability = {
  name: 'talk',
  recognise({ words }) {
    const found = courtesy(words) ?? smallTalk.find(({ pattern }) => pattern.test(plainRequest(words)));
    if (!found) return undefined;
    return {
      sure: found.sure,
      why: { en: `Small talk: ${found.name}. No tool is needed.`, zh: '这是闲聊，不需要工具。' },
      say: (language) => found.says[language],
    };
  },
};

/** Of several the last one counts: thanks, and goodbye. */
function courtesy(words: string): Small | undefined {
  const { opening, rest } = withoutCourtesies(words);
  const last = rest === '' ? opening.at(-1) : undefined;
  return last && { name: last, sure: 0.9, says: courtesies[last] };
}
