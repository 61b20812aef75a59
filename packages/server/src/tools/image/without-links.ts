/** An SVG that refers to nothing outside of itself: its renderer would read files of this machine. */
export async function withoutLinks(svg: string): Promise<string> {
  const { DOMParser } = await import('linkedom');
  const root = new DOMParser().parseFromString(
    svg.replace(/<!DOCTYPE[^[>]*(\[[\s\S]*?\])?[^>]*>/gi, ''),
    'image/svg+xml',
  );
  const picture = root.documentElement;
  if (picture?.localName?.toLowerCase() !== 'svg') throw new Error('This is no SVG. / 不是 SVG。');
  if (picture.getAttribute('xmlns') === null) picture.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  for (const element of [picture, ...picture.querySelectorAll('*')]) {
    if (REMOVED.has(element.localName.toLowerCase())) element.remove();
    for (const { name, value } of [...element.attributes]) {
      const isLink = /(^|:)(href|src)$/i.test(name);
      const leadsOut = isLink ? !INSIDE.test(value) : /url\(\s*["']?(?!#)/i.test(value);
      if (leadsOut || /^on/i.test(name)) element.removeAttribute(name);
    }
  }
  return picture.toString();
}

const INSIDE = /^\s*(#|data:image\/(png|jpe?g|gif|webp);)/i;
const REMOVED: ReadonlySet<string> = new Set(['script', 'foreignobject', 'style', 'iframe']);
