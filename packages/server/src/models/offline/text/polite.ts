import { trimmed } from './script.ts';

const BEFORE: readonly RegExp[] = [
  /^(?:ok(?:ay)?|well|so|now)[\s,!.]+(?=\S)/i,
  /^(?:please|kindly|pls)[\s,]+/i,
  /^(?:can|could|would|will) (?:you|u)(?: please| kindly)?(?: help(?: me)?(?: to)?)?\s+/i,
  /^(?:i(?:'d| would) (?:like|love|want)(?: you)? to|i want you to|i need you to|i want to|i need to|help me(?: to)?|let'?s|go ahead and|just|i(?:'d| would) like to know|i want to know)\s+/i,
  /^(?:好的?|嗯|那么?|现在)[，,！!。\s]+(?=\S)/,
  /^(?:请问|请(?![假求客示教愿])你?|麻烦你?|劳烦|拜托|烦请)[，,\s]*/,
  /^(?:你|您)?(?:能不能|能否|可不可以|可以|能)(?=[帮给把将用在从查搜找算画写列做读保存删记总分创生])/,
  /^(?:帮我|帮忙|替我|给我|为我|我想要?你?|我要你?|我需要你?)(?=\S)/,
];
const AFTER: readonly RegExp[] = [
  /[\s,]*(?:please|pls|for me|thanks|thank you|thx|if you can|will you|would you|right now|now)[\s.!?]*$/i,
  /[，,\s]*(?:谢谢你?|多谢|好吗|可以吗|行吗|好不好|吧|呗|谢啦|麻烦了)[。！？!?\s]*$/,
];

/** A request without the words that are only polite. */
export function plainRequest(text: string): string {
  let plain = text.trim();
  for (let before = ''; before !== plain; ) {
    before = plain;
    for (const pattern of BEFORE) plain = plain.replace(pattern, '').trim();
    for (const pattern of AFTER) plain = plain.replace(pattern, '').trim();
  }
  return plain === '' ? trimmed(text) : plain;
}

/** The groups of the first pattern that fits. */
export function firstMatch(text: string, patterns: readonly RegExp[]): Readonly<Record<string, string>> | undefined {
  for (const pattern of patterns) {
    const groups = pattern.exec(text)?.groups;
    if (groups) return groups as Record<string, string>;
  }
  return undefined;
}
