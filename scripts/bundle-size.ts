// How much a web page loads when it imports all of the protocol.
import { gzipSync } from 'node:zlib';
import { dialects } from '@polywire/protocol';
import { bundle } from '../packages/protocol/test/bundle.ts';

const script = await bundle(new URL('../packages/protocol/src/index.ts', import.meta.url));
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
console.log(
  `${dialects.length} dialects: ${kilobytes(Buffer.byteLength(script))} minified, ${kilobytes(gzipSync(script).length)} gzipped`,
);
