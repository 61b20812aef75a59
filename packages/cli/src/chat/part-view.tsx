import type { Part, PartKind, PartOf } from '@polywire/protocol';
import { halvesOf } from '@polywire/protocol/halves';
import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import type { Language } from '../contract.ts';
import type { Colours } from '../terminal/colours.ts';
import { safe } from '../terminal/safe.ts';
import { cut } from '../terminal/width.ts';
import { markdownText } from './markdown.ts';
import type { Words } from './words.ts';

export interface Look {
  readonly colours: Colours;
  readonly language: Language;
  readonly words: Words;
  readonly showsThoughts: boolean;
  readonly width: number;
}

/** One part of a turn. */
export function PartView({ part, look }: { part: Part; look: Look }): ReactNode {
  return (views[part.kind] as (part: Part, look: Look) => ReactNode)(part, look);
}

const marks = { arguments: '…', called: '…', running: '◐', ok: '✓', error: '✗', denied: '⊘', unknown: '?' } as const;
const tones = {
  arguments: 'gray',
  called: 'gray',
  running: 'yellow',
  ok: 'green',
  error: 'red',
  denied: 'red',
  unknown: 'yellow',
} as const;
const boxes = { pending: '☐', in_progress: '◐', completed: '☑' } as const;

const views: { readonly [K in PartKind]: (part: PartOf<K>, look: Look) => ReactNode } = {
  text: ({ text, name }, { colours }) => (
    <Box flexDirection="column" marginBottom={1}>
      {name !== undefined && <Text color="magenta">{safe(name)}</Text>}
      <Text>{markdownText(text, colours)}</Text>
    </Box>
  ),
  reasoning: ({ text, endedAt, at }, { words, showsThoughts, width }) => (
    <Text dimColor>
      {endedAt === undefined ? `✻ ${words.thinking}… ` : `✻ ${words.thought} ${((endedAt - at) / 1_000).toFixed(1)} s `}
      {showsThoughts ? `\n${safe(text)}` : cut(text.slice(-width), Math.max(20, width - 24))}
    </Text>
  ),
  tool: ({ name, status, args, argsText, output, result }, { width }) => (
    <Box
      borderStyle="round"
      borderColor={tones[status]}
      paddingX={1}
      flexDirection="column"
      width={Math.min(width, 100)}
    >
      <Text>
        <Text color={tones[status]}>{marks[status]}</Text> <Text bold>{safe(name)}</Text>{' '}
        <Text dimColor>{cut(args ? JSON.stringify(args) : argsText, Math.min(width, 100) - 8 - name.length)}</Text>
      </Text>
      {output !== '' && <Text dimColor>{tail(output)}</Text>}
      {result !== undefined && <Text>{cut(typeof result === 'string' ? result : JSON.stringify(result), 400)}</Text>}
    </Box>
  ),
  todo: ({ title, items }) => (
    <Box flexDirection="column" marginY={1}>
      {title !== undefined && <Text bold>{safe(title)}</Text>}
      {items.map(({ id, text, status }, i) => (
        <Text key={id} dimColor={status === 'completed'}>{`${i + 1}. ${boxes[status]} ${safe(text)}`}</Text>
      ))}
    </Box>
  ),
  plan: ({ summary, steps, current }) => (
    <Box flexDirection="column" marginY={1}>
      <Text bold>{safe(summary ?? '')}</Text>
      {steps.map(({ title }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a plan's steps have no name but their place
        <Text key={i}>{`${i === current ? '▶' : i < (current ?? 0) ? '✓' : ' '} ${i + 1}. ${safe(title)}`}</Text>
      ))}
    </Box>
  ),
  image: ({ url, alt }) => <Text>{`🖼 ${safe(alt ?? '')} ${safe(url)}`}</Text>,
  chart: ({ title, analysisId }) => <Text>{`📊 ${safe(title ?? String(analysisId))}`}</Text>,
  question: ({ prompt, name, args, status, text }, { words, language }) => (
    <Box borderStyle="round" borderColor={status === 'open' ? 'yellow' : 'gray'} paddingX={1} flexDirection="column">
      <Text color="yellow">{`? ${safe(halvesOf(prompt ?? name ?? '')[language])}`}</Text>
      {args !== undefined && <Text dimColor>{cut(JSON.stringify(args), 400)}</Text>}
      {status !== 'open' && <Text dimColor>{`${words.outcome[status]} ${safe(text ?? '')}`}</Text>}
    </Box>
  ),
  notice: ({ text }) => <Text dimColor>{safe(text)}</Text>,
  error: ({ message }, { language }) => <Text color="red">{`✗ ${safe(halvesOf(message)[language])}`}</Text>,
  custom: ({ name, value }) => <Text dimColor>{cut(`${name ?? 'custom'} ${JSON.stringify(value)}`, 200)}</Text>,
  foreign: ({ data }) => <Text dimColor>{cut(JSON.stringify(data), 200)}</Text>,
};

const TAIL_LINES = 4;

function tail(output: string): string {
  return safe(output).trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
}
