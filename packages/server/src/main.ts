import { parseArgs } from 'node:util';
import { startServer } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '10338' },
    host: { type: 'string', default: '127.0.0.1' },
    data: { type: 'string', default: '.polywire' },
  },
});

const server = await startServer({ host: values.host, port: Number(values.port) });
console.log(`Polywire: ${server.url}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
