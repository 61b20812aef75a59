import type { Command } from '@polywire/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Knowledge } from '../tools/knowledge/knowledge.ts';
import type { Net } from '../tools/net/net.ts';
import { receiveDocuments } from './documents.ts';
import { sendRemoteImage } from './remote-images.ts';
import { type FileRequest, receiveFiles, sendFile } from './uploads.ts';

export interface FileMeans extends FileRequest {
  readonly knowledge: Knowledge;
  readonly net: Net;
}

type Serve = (means: FileMeans, command: Command, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Who takes a form or gives a file, by what is called for: whatever its address, in whatever dialect. */
const fileCalls: ReadonlyMap<string, Serve> = new Map<string, Serve>([
  ['files.upload', (means, _, request, reply) => receiveFiles(means, request, reply)],
  ['files.get', (means, command, _, reply) => sendFile(means, command, reply)],
  ['documents.upload', (means, _, request, reply) => receiveDocuments(means, request, reply)],
  ['images.get', (means, command, _, reply) => sendRemoteImage(means, command, reply)],
]);

export function fileCall(command: Command): Serve | undefined {
  return command.type === 'call' ? fileCalls.get(command.what) : undefined;
}
