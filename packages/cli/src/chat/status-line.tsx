import type { ConversationView } from '@polywire/client';
import { halvesOf } from '@polywire/protocol/halves';
import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import type { Language } from '../contract.ts';
import { safe } from '../terminal/safe.ts';
import type { Whereabouts } from './commands.ts';
import { words as allWords } from './words.ts';

const tones = { connecting: 'yellow', open: 'green', reconnecting: 'yellow', closed: 'gray', refused: 'red' } as const;

/** Where we are, how it goes, and the keys. */
export function StatusLine({
  where,
  view,
  language,
}: {
  where: Whereabouts;
  view: ConversationView;
  language: Language;
}): ReactNode {
  const words = allWords[language];
  const { connection, status, session, error } = view;
  const facts = [
    status && words.status[status],
    where.dialect,
    where.agent,
    where.model,
    where.target.url,
    session,
  ].filter((fact) => fact !== undefined);
  return (
    <Box flexDirection="column" marginTop={1}>
      {connection === 'refused' && error && <Text color="red">{safe(halvesOf(error.message)[language])}</Text>}
      <Text dimColor wrap="truncate-end">
        <Text color={tones[connection]}>● {words.connection[connection]}</Text>
        {` · ${facts.join(' · ')}`}
      </Text>
      <Text dimColor>{words.keys}</Text>
    </Box>
  );
}
