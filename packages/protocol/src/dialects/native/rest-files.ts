import * as z from 'zod';
import { documentHit, documentInfo, storedFile } from '../../calls.ts';
import { call, type Route } from './route.ts';

/** Files of sessions, and documents that can be searched. */
export const fileRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/sessions/{session}/uploads',
    about: 'Files for the next message, as parts of a form; all of them are taken, or none',
    framing: 'multipart',
    command: ({ params }) => call('files.upload', { session: params.session }),
    answer: z.object({ files: z.array(storedFile) }),
    wrap: (stored) => ({ files: stored }),
    status: 201,
  },
  {
    method: 'GET',
    path: '/v1/sessions/{session}/uploads',
    about: 'The files of a session: uploads, and what its agents wrote',
    command: ({ params }) => call('files.list', { session: params.session }),
    answer: z.object({ files: z.array(storedFile) }),
    wrap: (files) => ({ files }),
  },
  {
    method: 'GET',
    path: '/files/{upload}',
    about: 'The same content under the short address that images and files of agents have',
    framing: 'file',
    command: ({ params }) => call('files.get', { id: params.upload }),
  },
  {
    method: 'GET',
    path: '/v1/images',
    about: 'A picture of another server, for somebody who asked to see it: of the open internet alone, and only images',
    framing: 'file',
    query: z.object({ url: z.string().max(4_000) }),
    command: ({ query }) => call('images.get', query),
  },
  {
    method: 'GET',
    path: '/v1/uploads/{upload}',
    about: 'The content of a file that was uploaded',
    framing: 'file',
    command: ({ params }) => call('files.get', { id: params.upload }),
  },
  {
    method: 'GET',
    path: '/v1/documents',
    about: 'Your documents in the knowledge base, and how far those are that are being read',
    command: () => call('documents.list', {}),
    answer: z.object({ documents: z.array(documentInfo) }),
    wrap: (documents) => ({ documents }),
  },
  {
    method: 'POST',
    path: '/v1/documents',
    about:
      'Adds Markdown, text, HTML and PDF files to the knowledge base, as parts of a form; they are read afterwards',
    framing: 'multipart',
    command: () => call('documents.upload', {}),
    answer: z.object({ documents: z.array(documentInfo) }),
    wrap: (documents) => ({ documents }),
    status: 202,
  },
  {
    method: 'POST',
    path: '/v1/documents/text',
    about: 'Adds a text to the knowledge base',
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
    about: 'Passages of the knowledge base, best first',
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
    about: 'One document, or how far its reading is',
    command: ({ params }) => call('documents.get', { id: params.document }),
    answer: documentInfo,
  },
  {
    method: 'DELETE',
    path: '/v1/documents/{document}',
    about: 'Takes a document out of the knowledge base',
    command: ({ params }) => call('documents.remove', { id: params.document }),
    wrap: () => null,
    status: 204,
  },
];
