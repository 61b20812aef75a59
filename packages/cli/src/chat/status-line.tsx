import type { ConversationView } from '@polywire/client';
import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import type { Whereabouts } from './commands.ts';
import type { Words } from './words.ts';

const tones = { connecting: 'yellow', open: 'green', reconnecting: 'yellow', closed: 'gray', refused: 'red' } as const;

/** Where we are, how it goes, and the keys. */
export function StatusLine({
  where,
  view,
  words,
}: {
  where: Whereabouts;
  view: ConversationView;
  words: Words;
}): ReactNode {
  const { connection, status, session, error } = view;
  const facts = [status && words.status[status], where.dialect, where.agent, where.target.url, session].filter(
    (fact) => fact !== undefined,
  );
  return (
    <Box flexDirection="column" marginTop={1}>
      {connection === 'refused' && error && <Text color="red">{error.message}</Text>}
      <Text dimColor wrap="truncate-end">
        <Text color={tones[connection]}>● {words.connection[connection]}</Text>
        {` · ${facts.join(' · ')}`}
      </Text>
      <Text dimColor>{words.keys}</Text>
    </Box>
  );
}
