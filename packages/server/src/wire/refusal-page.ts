import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { halvesOf } from '@polywire/protocol/halves';

/** Somebody at a browser, who should read words and not JSON. */
export function wantsPage({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html');
}

/** A refusal as a page of its own: it loads nothing, since nothing is open to this reader. */
export function refusalPage(detail: string): string {
  const { en, zh } = halvesOf(detail);
  const lines = [...new Set([en, zh])].map((line) => `<p>${escapeHtml(line)}</p>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Polywire</title><style>${STYLE}</style></head><body><main>${MARK}<h1>Polywire</h1>${lines.join('')}</main></body></html>\n`;
}

/** The colours and the mark are the page's own. */
const STYLE = `
:root { --ground: #fbfaf8; --ink: #23211e; --soft: #57524a; --mark: #0f6b66; --on-mark: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #161614; --ink: #edebe6; --soft: #bdb9b0; --mark: #74c9c1; --on-mark: #0b1f1d; }
}
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.6 system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; }
main { display: flex; min-height: 100vh; flex-direction: column; align-items: center; justify-content: center; padding: 0 24px; box-sizing: border-box; text-align: center; }
svg { width: 48px; height: 48px; }
h1 { margin: 16px 0 8px; font-size: 24px; line-height: 32px; font-weight: 600; }
p { margin: 2px 0; max-width: 36em; color: var(--soft); }
rect { fill: var(--mark); } path { stroke: var(--on-mark); } circle { fill: var(--on-mark); }
`;

const MARK =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><g fill="none" stroke-width="2.4" stroke-linecap="round"><path d="M6 9c7 0 7 7 13 7"/><path d="M6 16h13" opacity=".8"/><path d="M6 23c7 0 7-7 13-7" opacity=".6"/></g><circle cx="22.5" cy="16" r="3.6"/></svg>';

/** Its own style, and nothing else. */
export const REFUSAL_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
