import * as z from 'zod';
import { documentHit, documentInfo, storedFile } from '../../calls.ts';
import { call, type Route } from './route.ts';

/** Files of sessions, and documents that can be searched. */
export const fileRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/sessions/{session}/uploads',
    framing: 'multipart',
    command: ({ params }) => call('files.upload', { session: params.session }),
    answer: z.object({ files: z.array(storedFile) }),
    wrap: (stored) => ({ files: stored }),
    status: 201,
  },
  {
    method: 'GET',
    path: '/v1/sessions/{session}/uploads',
    command: ({ params }) => call('files.list', { session: params.session }),
    answer: z.object({ files: z.array(storedFile) }),
    wrap: (files) => ({ files }),
  },
  {
    method: 'GET',
    path: '/files/{upload}',
    framing: 'file',
    command: ({ params }) => call('files.get', { id: params.upload }),
  },
  {
    method: 'GET',
    path: '/v1/images',
    framing: 'file',
    query: z.object({ url: z.string().max(4_000) }),
    command: ({ query }) => call('images.get', query),
  },
  {
    method: 'GET',
    path: '/v1/uploads/{upload}',
    framing: 'file',
    command: ({ params }) => call('files.get', { id: params.upload }),
  },
  {
    method: 'GET',
    path: '/v1/documents',
    command: () => call('documents.list', {}),
    answer: z.object({ documents: z.array(documentInfo) }),
    wrap: (documents) => ({ documents }),
  },
  {
    method: 'POST',
    path: '/v1/documents',
    framing: 'multipart',
    command: () => call('documents.upload', {}),
    answer: z.object({ documents: z.array(documentInfo) }),
    wrap: (documents) => ({ documents }),
    status: 202,
  },
  {
    method: 'POST',
    path: '/v1/documents/text',
    body: z.object({
      title: z.string().min(1).max(500),
      text: z.string(),
      source: z.string().max(2_000).optional(),
      sourceType: z.string().max(40).optional(),
    }),
    command: ({ body }) => call('documents.add', body),
    answer: documentInfo,
    status: 201,
  },
  {
    method: 'GET',
    path: '/v1/documents/search',
    query: z.object({
      q: z.string(),
      sourceType: z.string().optional(),
      limit: z.coerce.number().int().min(1).max(50).optional(),
    }),
    command: ({ query: { q, ...rest } }) => call('documents.search', { ...rest, query: q }),
    answer: z.object({ hits: z.array(documentHit) }),
    wrap: (hits) => ({ hits }),
  },
  {
    method: 'GET',
    path: '/v1/documents/{document}',
    command: ({ params }) => call('documents.get', { id: params.document }),
    answer: documentInfo,
  },
  {
    method: 'DELETE',
    path: '/v1/documents/{document}',
    command: ({ params }) => call('documents.remove', { id: params.document }),
    wrap: () => null,
    status: 204,
  },
];
