/** About what other models would count: it is only for budgets to have something to go by. */
export function tokensIn(text: string): number {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return Math.ceil(han + (text.length - han) / 4);
}
