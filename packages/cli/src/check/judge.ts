import type { Book, Evidence, Finding, Rule } from '@polywire/conformance/check';

export interface Judged {
  readonly rule: Rule;
  readonly finding: Finding;
}

export function judge(book: Book, evidence: Evidence): readonly Judged[] {
  return book.rules.map((rule) => ({ rule, finding: rule.judge(evidence) }));
}

export function isKept(judged: readonly Judged[]): boolean {
  return judged.every(({ finding }) => finding.is !== 'broken');
}
