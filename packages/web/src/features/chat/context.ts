import type { Conversation as Client } from '@polywire/client';
import type { Turn } from '@polywire/protocol';
import { createContext, useContext } from 'react';
import { useKept } from '../../lib/kept.ts';

/** What the parts of a conversation may do. */
export interface ChatActions {
  /** undefined while the past is looked at: nothing can be done to it. */
  readonly client: Client | undefined;
  /** Whether the command worked; where it did not, the reader is told. The connection stays until it is done. */
  act(work: (client: Client) => Promise<unknown>): Promise<boolean>;
  /** Whether the line can go back to a message of it, or of an older version. */
  readonly canEdit: boolean;
  /** Sends a turn's message again, perhaps changed: the line goes back to before it. */
  resend(turn: Turn, text?: string): void;
  /** A message is being sent again: not twice at once. */
  readonly isResending: boolean;
  /** For what goes away when it is used: the focus would fall out of the page. */
  focusField(): void;
  openGraph(turn: Turn): void;
  openFrames(turn: Turn): void;
  /** A run goes on: the line cannot be taken back now. */
  readonly isBusy: boolean;
  readonly session: string | undefined;
  /** Where things of this conversation are kept. */
  readonly place: string;
  readonly showsImages: boolean;
  showImages(): void;
}

export const ChatContext = createContext<ChatActions | undefined>(undefined);

/**
 * Something half-written in the conversation that is shown; undefined where nothing was begun. `what` names it by an
 * event's number: other names may come again, and an answer must not get into another question.
 */
export function useDraft<T>(what: string): readonly [T | undefined, (value: T | undefined) => void] {
  return useKept<T>(useChat().place, what);
}

export function useChat(): ChatActions {
  const actions = useContext(ChatContext);
  if (!actions) throw new Error('a part of a conversation stands outside of one');
  return actions;
}
