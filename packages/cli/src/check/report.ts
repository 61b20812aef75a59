import type { Language } from '../contract.ts';
import type { Colours } from '../terminal/colours.ts';
import type { Judged } from './judge.ts';

const words = {
  en: { kept: 'kept', broken: 'broken', untested: 'not seen' },
  zh: { kept: '符合', broken: '违反', untested: '未出现' },
} as const;
const marks = { kept: '✓', broken: '✗', untested: '–' } as const;
const tones = { kept: 'green', broken: 'red', untested: 'dim' } as const;

/** For people: a line for each rule, and what broke it. */
export function humanReport(judged: readonly Judged[], language: Language, colours: Colours): string {
  const lines = judged.flatMap(({ rule, finding }) => [
    `${colours[tones[finding.is]](marks[finding.is])} ${rule.says[language]} ${colours.dim(`(${rule.id})`)}`,
    ...(finding.is === 'broken' ? [`    ${colours.red(finding.how)}`] : []),
  ]);
  const sums = (['kept', 'broken', 'untested'] as const).map(
    (is) => `${judged.filter(({ finding }) => finding.is === is).length} ${words[language][is]}`,
  );
  return `${lines.join('\n')}\n\n${sums.join(', ')}\n`;
}

/** The Test Anything Protocol, version 13: what is not seen is skipped. */
export function tapReport(judged: readonly Judged[], language: Language): string {
  const lines = judged.flatMap(({ rule, finding }, i) => {
    const line = `${finding.is === 'broken' ? 'not ok' : 'ok'} ${i + 1} - ${rule.id}: ${escaped(rule.says[language])}`;
    if (finding.is === 'untested') return [`${line} # SKIP ${words[language].untested}`];
    if (finding.is === 'kept') return [line];
    return [line, '  ---', `  message: ${JSON.stringify(finding.how)}`, '  ...'];
  });
  return `TAP version 13\n1..${judged.length}\n${lines.join('\n')}\n`;
}

/** A hash begins a directive. */
function escaped(text: string): string {
  return text.replaceAll('#', '\\#');
}
