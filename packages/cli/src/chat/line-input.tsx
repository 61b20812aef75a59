import { Text, useInput } from 'ink';
import { type ReactNode, useRef, useState } from 'react';
import { safe } from '../terminal/safe.ts';

interface LineInputProps {
  readonly placeholder: string;
  onSubmit(text: string): void;
}

interface Line {
  readonly text: string;
  readonly at: number;
}

/** One line to type in, with the lines before it on the arrow keys. */
export function LineInput({ placeholder, onSubmit }: LineInputProps): ReactNode {
  const [line, setLine] = useState<Line>({ text: '', at: 0 });
  const [past, setPast] = useState<readonly string[]>([]);
  const [place, setPlace] = useState(0);
  // Keys are still heard by the last render while this one is drawn: what is on the screen is what is answered.
  const latest = useRef(onSubmit);
  latest.current = onSubmit;

  function recall(to: number): void {
    if (to < 0 || to > past.length) return;
    const text = past[to] ?? '';
    setPlace(to);
    setLine({ text, at: text.length });
  }

  function submit(text: string): void {
    if (text.trim() === '') return;
    setPast([...past, text]);
    setPlace(past.length + 1);
    setLine({ text: '', at: 0 });
    latest.current(text.trim());
  }

  useInput((input, key) => {
    const { text, at } = line;
    if (key.return) return submit(text);
    if (key.upArrow) return recall(place - 1);
    if (key.downArrow) return recall(place + 1);
    if (key.leftArrow) return setLine({ text, at: Math.max(0, at - 1) });
    if (key.rightArrow) return setLine({ text, at: Math.min(text.length, at + 1) });
    if (key.backspace || key.delete) {
      return setLine({ text: text.slice(0, Math.max(0, at - 1)) + text.slice(at), at: Math.max(0, at - 1) });
    }
    if (key.ctrl || key.meta || key.escape || key.tab) return;
    // A paste comes at once, perhaps with the Enter at its end.
    const lines = input.replaceAll(/\r\n?/g, '\n');
    const added = safe(lines.replace(/\n+$/, ''));
    const next = text.slice(0, at) + added + text.slice(at);
    if (lines.endsWith('\n')) return submit(next);
    setLine({ text: next, at: at + added.length });
  });

  const { text, at } = line;
  return (
    <Text>
      <Text color="blue">{'› '}</Text>
      {text.slice(0, at)}
      <Text inverse>{text[at] ?? ' '}</Text>
      {text.slice(at + 1)}
      {text === '' && <Text dimColor>{placeholder}</Text>}
    </Text>
  );
}
