import type { Command } from '@polywire/protocol';
import type { FastifyReply } from 'fastify';
import { refuse } from '../sessions/refuse.ts';
import { NetError } from '../tools/net/errors.ts';
import type { Net } from '../tools/net/net.ts';
import { FILE_POLICY } from './headers.ts';
import type { FileRequest } from './uploads.ts';

/** Sends a picture of another server: the page itself never asks one, so nobody learns who looks at what. */
export async function sendRemoteImage(
  { visit: { endpoint }, net }: FileRequest & { readonly net: Net },
  command: Command,
  reply: FastifyReply,
) {
  const refused = (message: string) => {
    const said = endpoint.write?.(command, refuse('NOT_ALLOWED', message)) ?? { status: 403, body: {} };
    return reply.code(said.status).send(said.body);
  };
  // A picture needs no leave of its page: any site could have this server fetch things.
  if (reply.request.headers['sec-fetch-site'] === 'cross-site') return refused(FOREIGN);
  const url = command.type === 'call' ? String(command.params.url) : '';
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  try {
    const { mediaType, bytes } = await net.image(url, gone.signal);
    return await reply
      .header('content-security-policy', FILE_POLICY)
      .header('cache-control', 'private, max-age=300')
      .type(mediaType)
      .send(bytes);
  } catch (error) {
    if (!(error instanceof NetError) && !gone.signal.aborted) throw error;
    return refused((error as Error).message);
  }
}

const FOREIGN = 'Other sites have no pictures fetched here. / 不为其他网站获取图片。';
