import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { DocumentText } from './document.job.ts';

/** The text of a PDF, page by page. */
export async function readPdf(bytes: Uint8Array, progress: (done: number) => void): Promise<DocumentText> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const library = join(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'), '..');
  const document = await getDocument({
    data: new Uint8Array(bytes),
    isEvalSupported: false,
    disableFontFace: true,
    cMapUrl: `${join(library, 'cmaps')}/`,
    cMapPacked: true,
    verbosity: VerbosityLevel.ERRORS,
  }).promise;
  const pages: string[] = [];
  const count = Math.min(document.numPages, MAX_PAGES);
  for (let number = 1; number <= count; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''));
    page.cleanup();
    progress(number / count);
  }
  const { info } = await document.getMetadata();
  const title = 'Title' in info && typeof info.Title === 'string' ? info.Title.trim() : '';
  return { title, text: pages.join('\n\n').trim() };
}

const MAX_PAGES = 5_000;
