import type { Json } from '@polywire/protocol';
import { httpUrl } from './address.ts';
import { ClientError } from './errors.ts';
import { type HttpOptions, jsonOf, refusalOf } from './http.ts';

export interface UploadOptions {
  readonly signal?: AbortSignal;
  /** Bytes that are on their way, of how many. Only browsers tell; elsewhere it comes once, at the end. */
  readonly onProgress?: (sent: number, total: number) => void;
}

/** Sends files as one form. */
export async function upload(
  options: HttpOptions,
  path: string,
  files: readonly File[],
  more: UploadOptions = {},
): Promise<Json> {
  const form = new FormData();
  for (const file of files) form.append('files', file, file.name);
  const { XMLHttpRequest } = globalThis as { XMLHttpRequest?: new () => Xhr };
  // fetch has no word for progress.
  const { status, text } =
    XMLHttpRequest && !options.fetch
      ? await byXhr(new XMLHttpRequest(), options, path, form, more)
      : await byFetch(options, path, form, more);
  if (status < 200 || status > 299) throw refusalOf(text, status);
  return jsonOf(text);
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** What is used of the browser's own. */
interface Xhr {
  readonly status: number;
  readonly responseText: string;
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  send(body: FormData): void;
  abort(): void;
}

async function byFetch(
  { url, token, headers, fetch = globalThis.fetch }: HttpOptions,
  path: string,
  body: FormData,
  { signal, onProgress }: UploadOptions,
): Promise<Answer> {
  try {
    const response = await fetch(httpUrl(url, path), {
      method: 'POST',
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
      body,
      ...(signal && { signal }),
    });
    onProgress?.(1, 1);
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    throw signal?.aborted ? givenUp() : lost(cause);
  }
}

function byXhr(
  xhr: Xhr,
  { url, token, headers = {} }: HttpOptions,
  path: string,
  body: FormData,
  { signal, onProgress }: UploadOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    xhr.open('POST', httpUrl(url, path));
    if (token !== undefined) xhr.setRequestHeader('authorization', `Bearer ${token}`);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded, total);
    xhr.onload = () => resolve({ status: xhr.status, text: xhr.responseText });
    xhr.onerror = () => reject(lost());
    xhr.onabort = () => reject(givenUp());
    signal?.addEventListener('abort', () => xhr.abort(), { once: true });
    if (signal?.aborted) reject(givenUp());
    else xhr.send(body);
  });
}

function givenUp(): ClientError {
  return new ClientError('ABORTED', 'The upload was given up. / 上传已取消。');
}

function lost(cause?: unknown): ClientError {
  return new ClientError('LOST', 'The files did not arrive. / 文件未送达。', { cause });
}
