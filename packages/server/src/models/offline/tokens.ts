/** About what other models would count: it is only for budgets to have something to go by. */
export function tokensIn(text: string): number {
  const han = text.length - text.replace(/\p{Script=Han}+/gu, '').length;
  return Math.ceil(han + (text.length - han) / 4);
}
