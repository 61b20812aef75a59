/** One line that shows how far the work is; in a log, a line at every quarter. */
export function progress(title: string, total: number): (done: number) => void {
  const tty = process.stderr.isTTY === true;
  let shown = -1;
  return (done) => {
    const percent = Math.floor((done / total) * 100);
    const step = tty ? percent : percent - (percent % 25);
    if (step === shown) return;
    shown = step;
    process.stderr.write(tty ? `\r${title} ${step} %` : `${title} ${step} %\n`);
    if (tty && done >= total) process.stderr.write('\n');
  };
}
