import {
  type Dialect,
  dialects,
  framesFor,
  type StreamInfo,
  stampFrame,
  type Wants,
  writeNdjson,
} from '@polywire/protocol';
import type { EventLog } from '../log/contract.ts';
import { portionsOf } from '../log/portions.ts';
import { type Call, CallError } from './contract.ts';
import { needText, textIn } from './params.ts';
import { find } from './sessions.ts';

/** Sessions as any dialect tells them: to look at, to compare, to keep. */
export const frames: Readonly<Record<string, Call>> = {
  'sessions.frames': async (services, visit, params) => {
    if (visit.endpoint.framing !== 'ndjson') throw new CallError('NOT_ALLOWED', OVER_HTTP);
    const { id: session } = await find(services, visit, params);
    const dialect = knownDialect(needText(params, 'dialect'));
    const stream: StreamInfo = {
      id: await services.directory.nameOf(visit.owner, dialect, session),
      variant: knownVariant(dialect, textIn(params, 'variant')),
      utcOffsetMin: services.utcOffsetMin,
      locale: visit.locale,
      baseUrl: visit.baseUrl,
    };
    const wants = { cursor: params.cursor === '1', restore: params.restore === '1' };
    return lines(services.log, session, dialect, stream, wants);
  },
};

/** Made as they are read: a session may be larger than the memory. */
async function* lines(
  log: EventLog,
  session: string,
  dialect: Dialect,
  stream: StreamInfo,
  wants: Wants,
): AsyncGenerator<string> {
  const encoder = dialect.server.encoder(stream);
  const head = await log.head(session);
  for await (const { events } of portionsOf(log, session, { to: head, size: READ_EVENTS })) {
    const made = events.flatMap((event) => encoder.push(event));
    yield framesFor(made, wants)
      .map((frame) => writeNdjson({ data: stampFrame(frame, wants) }))
      .join('');
  }
}

const READ_EVENTS = 512;
const OVER_HTTP = 'Frames are told over HTTP only. / 帧只能通过 HTTP 获取。';

function knownDialect(name: string): Dialect {
  const dialect = dialects.find((each) => each.name === name);
  if (!dialect) throw new CallError('NOT_FOUND', `There is no dialect ${name}. / 没有名为 ${name} 的方言。`);
  return dialect;
}

function knownVariant({ traits: { variants } }: Dialect, variant = variants[0] as string): string {
  if (variants.includes(variant)) return variant;
  throw new CallError('INVALID', `variant is one of ${variants.join(', ')}. / variant 可选 ${variants.join('、')}。`);
}
