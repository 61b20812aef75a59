import { startModelServer } from './model-server.ts';

/** A stand-in for a provider, to try a connection without a key: `npx tsx packages/server/test/support/serve-model.ts`. */
const { baseUrl } = await startModelServer();
console.log(baseUrl);
