/** Where the server fetches an image for the page: the page itself may load from nowhere else. */
const PROXY = '/v1/images?url=';
/** Where the server has images itself. Its other addresses do things, such as fetching what nobody clicked on. */
const KEPT = /^\/(files\/|v1\/uploads\/|[\w-]+\.(png|jpe?g|gif|webp|svg)$)/;

/** `host` is set where the image lies on another server. undefined: nothing that may be shown. */
export function imageAddress(url: string, origin: string): { src: string; host?: string } | undefined {
  if (/^data:image\/(png|jpeg|gif|webp);/i.test(url)) return { src: url };
  if (!URL.canParse(url, origin)) return undefined;
  const parsed = new URL(url, origin);
  if (parsed.origin === origin)
    return KEPT.test(parsed.pathname) ? { src: parsed.pathname + parsed.search } : undefined;
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') return undefined;
  return { src: PROXY + encodeURIComponent(parsed.href), host: parsed.host };
}
