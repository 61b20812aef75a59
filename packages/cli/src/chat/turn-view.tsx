import type { Turn } from '@polywire/protocol';
import { halvesOf } from '@polywire/protocol/halves';
import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { safe } from '../terminal/safe.ts';
import { type Look, PartView } from './part-view.tsx';

/** One message and its answer. */
export function TurnView({ turn, look }: { turn: Turn; look: Look }): ReactNode {
  const { user, status, reason, durationMs } = turn;
  const isOver = turn.endSeq !== undefined;
  return (
    <Box flexDirection="column" marginTop={1}>
      {user && (
        <Text>
          <Text bold color="blue">{`${look.words.you}: `}</Text>
          {safe(user.text)}
        </Text>
      )}
      {[...turn.parts].map((part) => (
        <PartView key={part.seq} part={part} look={look} />
      ))}
      {isOver && (
        <Text dimColor color={status === 'complete' ? 'green' : 'red'}>
          {`— ${look.words.status[status]}${durationMs === undefined ? '' : ` · ${(durationMs / 1_000).toFixed(1)} s`}${reason === undefined ? '' : ` · ${safe(halvesOf(reason)[look.language])}`}`}
        </Text>
      )}
    </Box>
  );
}
