import type { StreamInfo } from '../dialect.ts';

/** A path is one of this server, where front ends that come from elsewhere would not look for it. */
export function wholeUrl(url: string, { baseUrl }: Pick<StreamInfo, 'baseUrl'>): string {
  return /^\/(?!\/)/.test(url) ? `${baseUrl}${url}` : url;
}
