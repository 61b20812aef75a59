import { createServer } from 'node:http';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8787' },
    host: { type: 'string', default: '127.0.0.1' },
  },
});

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.end('Polywire\n');
});

server.listen(Number(values.port), values.host, () => {
  console.log(`Polywire: http://${values.host}:${values.port}`);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close());
