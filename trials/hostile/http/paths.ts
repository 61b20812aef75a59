import { ask } from '../../../packages/server/test/support/raw.ts';
import { testServer } from '../../../packages/server/test/support/server.ts';
import { SECRET, uiFolder } from '../../../packages/server/test/support/ui-folder.ts';
import type { Trial } from '../../contract.ts';
import { passes } from '../../lib/passes.ts';
import { expected } from './expected.ts';

const UPS = [1, 2, 3, 8, 40];
const WHERE = ['/', '/sub/', '/link/', '/files/', '/v1/uploads/', '/files/user/guest/1/1/', '/enter/', '/v1/analyses/'];
const GOALS = ['outside/secret.txt', 'ui/.env', 'etc/passwd', 'polywire.db', 'proc/self/environ'];

/** One step up, in all the ways that somebody may have forgotten to read as one. */
const STEPS: readonly string[] = [
  ...['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '.%2e/', '%2E%2E%2F', '..%5c', '..\\', '%2e%2e%5c', '..\\/'],
  ...['%252e%252e/', '%252e%252e%252f', '..%252f', '%25252e%25252e%25252f', '..%c0%af', '%c0%ae%c0%ae/', '..%ef%bc%8f'],
  ...[
    '....//',
    '.../',
    '..;/',
    '..%00/',
    '.%00./',
    '%00../',
    '..%20/',
    '..%09/',
    '..%0d%0a/',
    '..?/',
    '..%3f/',
    '..%23/',
  ],
  ...['/../', '//../', '/./../', '..//', '%u002e%u002e/', '%ef%bc%8e%ef%bc%8e/'],
];
/** Whole targets that climb in some other way. */
const ODD: readonly string[] = [
  ...['/link/secret.txt', '/link.txt', '/near.txt', '/env.txt', '/loop', '/.env', '/.git/config', '/sub/../.env'],
  ...['//etc/passwd', '/%2fetc%2fpasswd', '/file:///etc/passwd', '/C:/boot.ini', '/C:%5cboot.ini', '/a.js:stream'],
  ...['/a.js%00.html', '/.env%00.js', '/%00', '/%', '/%zz', '/%E0%A4%A', '/.env/', '/.env/.', '/%2eenv', '/%2Eenv'],
  ...[
    '/.ENV',
    '/.env%20',
    '/.env.',
    '/sub/%2e%2e/%2eenv',
    '/con',
    '/nul.txt',
    '/index.html/../.env',
    '/*',
    '/?../.env',
  ],
  ...[
    `/${'x'.repeat(10_000)}`,
    `/${'x/'.repeat(5_000)}`,
    `/${'../'.repeat(4_000)}etc/passwd`,
    `/${'%2e%2e%2f'.repeat(800)}`,
  ],
];

/** No path leads out of a folder that is served, nor to what is hidden in it. */
export const paths: Trial = {
  name: 'paths',
  about: {
    en: 'Paths on /files and --ui: dots, encodings, backslashes, NUL, links, absolute, very long',
    zh: '/files 与 --ui 的路径把戏：点段、多重编码、反斜杠、NUL、链接、绝对路径、超长路径',
  },
  tries: { long: 20_000, short: 1_000 },
  async run(tries) {
    const { ui, remove } = await uiFolder();
    const server = await testServer({ ui });
    try {
      const climbs = WHERE.flatMap((start) =>
        STEPS.flatMap((step) => GOALS.flatMap((goal) => UPS.map((ups) => start + step.repeat(ups) + goal))),
      );
      const isShort = tries.count < climbs.length;
      const targets = [...climbs.filter((_, i) => !isShort || i % SAMPLE === 0), ...ODD];
      await passes(tries, targets, async (target) => {
        const { status, body } = await ask(server.url, target);
        if (TELLING.test(body)) throw new Error(`${target}: ${body.slice(0, 200)}`);
        // The page itself may be what is left of a path.
        const isPage = status === 200 && /^(<script>|<p>sub|let a)/.test(body);
        if (!isPage) expected(target.slice(0, 200), status, [400, 404, 414, 431]);
      });
      return {
        en: `${targets.length} paths: none led to what was hidden`,
        zh: `${targets.length} 条路径：无一触及隐藏内容`,
      };
    } finally {
      await server.close();
      await remove();
    }
  },
};

/** One in so many is enough to notice that something broke. */
const SAMPLE = 7;
const TELLING = new RegExp(`${SECRET}|root:.*:0:0|SQLite format|PATH=`);
