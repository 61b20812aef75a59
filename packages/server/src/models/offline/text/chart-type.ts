/** How the kinds of charts are called. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/\bpie\b|\bdonut\b|\bshare\b|\bproportion|饼图|饼状图|占比|比例/i, 'pie'],
  [/\bline\b|\btrend|\bover time\b|折线|趋势|走势|曲线/i, 'line'],
  [/\bscatter|\bcorrelat|散点|相关/i, 'scatter'],
  [/\bbars?\b|\bcolumn chart|\bhistogram|柱状|柱形|条形|直方/i, 'bar'],
];

export function chartType(text: string): string | undefined {
  return kinds.find(([pattern]) => pattern.test(text))?.[1];
}
