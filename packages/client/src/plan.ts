import { type Dialect, type Endpoint, eventTypes, type StreamInfo } from '@polywire/protocol';
import type { ConnectOptions } from './contract.ts';
import { ClientError } from './errors.ts';

/**
 * How a dialect is talked to, from its traits.
 * standing: one connection that stays. per-turn: one for each message, over when its answer is.
 */
export interface Plan {
  readonly dialect: Dialect;
  readonly endpoint: Endpoint;
  readonly manner: 'standing' | 'per-turn';
  /** The session is named by the address, so there must be one before the connection. */
  readonly namesSession: 'address' | 'message';
  /** The wire says everything: its servers number every event and know a message by its `ref`. */
  readonly isExact: boolean;
  /** Its front ends send a message when the turn before it is over, and its servers may mix what comes sooner. */
  readonly isTurnByTurn: boolean;
  /** A message may be sent while an answer still comes in. */
  readonly takesSeveral: boolean;
  readonly stream: Omit<StreamInfo, 'id'>;
}

export function planFor({ dialect, endpoint: path, locale = 'en', url }: ConnectOptions): Plan {
  const conversing = dialect.endpoints.filter(({ does }) => does === 'converse');
  const endpoint = path === undefined ? conversing[0] : conversing.find((each) => each.path === path);
  if (!endpoint) {
    const known = conversing.map((each) => each.path).join(', ');
    const { title } = dialect;
    throw new ClientError(
      'INVALID',
      `${title} has no address ${path ?? ''} that converses; it has ${known}. / ${title} 没有可对话的地址 ${path ?? ''}，可用地址：${known}。`,
    );
  }
  const isSocket = endpoint.framing === 'ws';
  const isByTurn = !isSocket || (dialect.traits.stream === 'turn' && endpoint.session === 'message');
  return {
    dialect,
    endpoint,
    manner: isByTurn ? 'per-turn' : 'standing',
    namesSession: endpoint.session === 'path' ? 'address' : 'message',
    isExact: eventTypes.every((type) => dialect.traits.carries[type].how === 'native'),
    isTurnByTurn: dialect.traits.stream === 'turn',
    takesSeveral: isSocket,
    stream: {
      variant: endpoint.variant ?? (dialect.traits.variants[0] as string),
      utcOffsetMin: 0,
      locale,
      baseUrl: url.replace(/\/$/, ''),
    },
  };
}
