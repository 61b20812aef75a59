export interface Picture {
  readonly svg: string;
}

export const PALETTE = ['#3b82f6', '#10b981', '#f59e0b', '#ef4444', '#8b5cf6', '#06b6d4', '#ec4899', '#84cc16'];

export function frame(width: number, height: number, title: string, inner: string): Picture {
  const heading = `<text x="${width / 2}" y="36" text-anchor="middle" font-size="20" font-weight="bold" fill="#0f172a">${escapeXml(title.slice(0, 60))}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif"><rect width="100%" height="100%" fill="#ffffff"/>${heading}${inner}</svg>`;
  return { svg };
}

export function escapeXml(text: string): string {
  return (
    text
      // Nothing that XML cannot hold.
      .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
      .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
  );
}
