/** One line that shows how far the work is and what is being done; in a log, a line at every quarter. */
export function progress(title: string, total: number): (done: number, doing?: string) => void {
  const tty = process.stderr.isTTY === true;
  let shown = -1;
  return (done, doing = '') => {
    const percent = Math.floor((done / total) * 100);
    if (tty) {
      process.stderr.write(`\r\x1b[K${title} ${percent} % ${doing}`);
      if (done >= total) process.stderr.write('\n');
      return;
    }
    const quarter = percent - (percent % 25);
    if (quarter === shown) return;
    shown = quarter;
    process.stderr.write(`${title} ${quarter} %\n`);
  };
}
