import { serveJob } from '../sandbox/job.ts';
import { readHtml } from './read-html.ts';
import { readPdf } from './read-pdf.ts';

export type DocumentInput =
  | { readonly kind: 'html'; readonly html: string; readonly url: string | undefined }
  | { readonly kind: 'pdf'; readonly bytes: Uint8Array };

export interface DocumentText {
  readonly title: string;
  readonly text: string;
}

serveJob<DocumentInput, DocumentText>((input, progress) =>
  input.kind === 'pdf' ? readPdf(input.bytes, progress) : readHtml(input.html, input.url),
);
