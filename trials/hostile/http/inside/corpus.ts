import type { Names } from './dns-server.ts';

/** Names that lead inwards, each in its own way; several turns: it says another thing when it is asked again. */
export const names: Names = {
  'inward.test': [['127.0.0.1']],
  'zero.test': [['0.0.0.0']],
  'mixed.test': [['93.184.216.34', '127.0.0.1']],
  'mixed6.test': [['93.184.216.34', '::1']],
  'six.test': [['::1']],
  'mapped.test': [['::ffff:127.0.0.1']],
  'private.test': [['10.0.0.1']],
  'cloud.test': [['169.254.169.254']],
  'nat64.test': [['64:ff9b::7f00:1']],
  'sixtofour.test': [['2002:7f00:1::']],
  'nothing.test': [[]],
  // May be reached at one port; at the same port of the next address somebody else listens.
  'turning.test': [['127.0.0.1'], ['127.0.0.2']],
};

/** This machine in all the ways that it can be written, at the port PORT. */
const LOOPBACK: readonly string[] = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.127.127.127', '0.0.0.0', '0', '2130706433', '0x7f000001', '0x7f.0.0.1'],
  ...['0177.0.0.1', '017700000001', '0x7f.1', '127.0.0.0x1', '127.00.00.01', '127.0.0.1.', '①②⑦.⓪.⓪.①', '127。0。0。1'],
  ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[0::1]'],
  ...[
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[::ffff:0:127.0.0.1]',
  ],
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'lvh.me.inward.test',
    ...Object.keys(names).filter((name) => name !== 'turning.test'),
  ],
  ...['inward.test.', 'InWard.TEST', 'user:pass@127.0.0.1', '8.8.8.8@127.0.0.1', '8.8.8.8%40127.0.0.1', '127.0.0.1%23'],
];

/** Places of other machines that are not open to the world. */
const ELSEWHERE: readonly string[] = [
  ...[
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    'http://100.100.100.200/',
    'http://10.0.0.1/',
  ],
  ...['http://172.16.0.1/', 'http://192.168.0.1/', 'http://100.64.0.1/', 'http://198.18.0.1/', 'http://224.0.0.1/'],
  ...['http://255.255.255.255/', 'http://192.0.2.1/', 'http://metadata.google.internal/', 'http://0xa9fea9fe/'],
];

/** Other schemes, and texts that are no address. */
export const schemes: readonly string[] = [
  ...[
    'file:///etc/passwd',
    'file://127.0.0.1/etc/passwd',
    'ftp://127.0.0.1/',
    'gopher://127.0.0.1:PORT/_GET%20/',
    'dict://127.0.0.1:PORT/',
  ],
  ...[
    'data:text/html,<p>x',
    'javascript:alert(1)',
    'ws://127.0.0.1:PORT/',
    'jar:http://127.0.0.1:PORT/!/',
    'blob:http://127.0.0.1/x',
  ],
  ...[
    '//127.0.0.1:PORT/',
    'http:/127.0.0.1:PORT/',
    'http:127.0.0.1:PORT',
    'http:\\\\127.0.0.1:PORT\\',
    ' http://127.0.0.1:PORT/',
    '/etc/passwd',
  ],
  ...[
    'http://',
    'http://[',
    'http://127.0.0.1:PORT:80/',
    'http://127.0.0.1:99999/',
    'HTTP://127.0.0.1:PORT/',
    'http://\t127.0.0.1:PORT/',
  ],
];

export function inwards(port: number): readonly string[] {
  const named = LOOPBACK.flatMap((host) => [`http://${host}:${port}/`, `https://${host}:${port}/`]);
  return [...named, ...ELSEWHERE, ...schemes.map((each) => each.replace('PORT', String(port)))];
}
