import type { NaiveReader } from '../../src/reader.ts';

export function reader(): NaiveReader {
  let text = '';
  let busy = false;
  const errors: string[] = [];
  return {
    push(data) {
      const frame = JSON.parse(data);
      if (frame.do === 'start') busy = true;
      if (frame.do === 'text') text += frame.text;
      if (frame.do === 'error') errors.push(frame.message);
      if (frame.do !== 'end') return;
      busy = false;
      if (frame.status === 'error' || frame.status === 'timed_out') errors.push(frame.status);
    },
    close() {
      busy = false;
    },
    screen: () => ({ text, busy, tools: [], errors: [...errors] }),
  };
}
