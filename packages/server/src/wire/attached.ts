import { type Attachment, type CommandOf, isInBase64, type Outcome } from '@polywire/protocol';
import { halvesOf } from '@polywire/protocol/halves';
import { once } from '../bytes.ts';
import { refuse } from '../sessions/refuse.ts';
import type { Sender, Session } from '../sessions/session.ts';
import type { Visit, Wire } from './contract.ts';
import { fileType, HEAD_BYTES, isText, looksLikeText, WRONG_TYPE } from './file-types.ts';

type WithFiles = CommandOf<'message.send' | 'input.answer'>;

/**
 * Hands a command to its session. Files that come inside of it are stored first, each with the session, and the session
 * is told where they are: a log is no place for them.
 */
export async function submitWithFiles(
  wire: Wire,
  { owner }: Visit,
  session: Session,
  command: WithFiles,
  sender: Sender,
): Promise<Outcome> {
  const { files } = command;
  if (!files?.some(isInside) || session.hasTaken(command.ref)) return session.submit(command, sender);
  const stored: string[] = [];
  const undo = async (outcome: Outcome): Promise<Outcome> => {
    for (const id of stored) await wire.uploads.remove(owner, id);
    return outcome;
  };
  const told: Attachment[] = [];
  for (const file of files) {
    const { name } = file;
    const inside = insideOf(file);
    if (!inside) {
      told.push(file);
      continue;
    }
    const mediaType = fileType(inside.bytes.subarray(0, HEAD_BYTES), inside.mediaType, name);
    const isWrong = mediaType === undefined || (isText(mediaType) && !looksLikeText(inside.bytes));
    if (isWrong) return undo(refuse('INVALID', wrongType(name)));
    const upload = await wire.uploads.add(owner, session.id, { name, mediaType }, once(inside.bytes));
    if (!upload) return undo(refuse('NOT_FOUND', 'The session is gone. / 会话已不存在。'));
    stored.push(upload.id);
    told.push({ name: upload.name, mediaType, size: upload.size, url: `${UPLOADS}${upload.id}` });
  }
  const outcome = await session.submit({ ...command, files: told }, sender);
  return outcome.ok ? outcome : undo(outcome);
}

/** Where a stored file is had, on this server. */
const UPLOADS = '/v1/uploads/';

/** Each language has the name. */
function wrongType(name: string): string {
  const { en, zh } = halvesOf(WRONG_TYPE);
  return `${name}: ${en} / ${name}：${zh}`;
}

const DATA_URL = /^data:([^;,]*)(?:;[^;,]*)*?(;base64)?,/i;

function isInside({ content, url }: Attachment): boolean {
  return content !== undefined || DATA_URL.test(url ?? '');
}

function insideOf({ name, content, url = '', mediaType = '' }: Attachment) {
  const address = DATA_URL.exec(content ?? url);
  if (address) {
    const [head, type = '', isCoded] = address;
    const data = (content ?? url).slice(head.length);
    const bytes = isCoded ? Buffer.from(data, 'base64') : Buffer.from(decoded(data));
    return { bytes, mediaType: mediaType || type };
  }
  if (content === undefined) return undefined;
  return { bytes: Buffer.from(content, isInBase64({ name, mediaType }) ? 'base64' : 'utf8'), mediaType };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
