import { join } from 'node:path';
import { dialects } from '@polywire/protocol';
import { startServer } from '../../src/index.ts';
import { SLOW } from '../scenarios/kind.ts';
import { addDocuments } from './documents.ts';

export interface Kinds {
  readonly kinds: Readonly<Record<string, { readonly agent: string; readonly isSlow?: boolean }>>;
  readonly documents: Parameters<typeof addDocuments>[1];
}

/** Our server with its offline model, once for each kind of scenario, in a process of its own. */
const after = (flag: string) => process.argv[process.argv.indexOf(flag) + 1] as string;
const { kinds, documents } = JSON.parse(after('--kinds')) as Kinds;
const servers = await Promise.all(
  Object.entries(kinds).map(async ([kind, { agent, isSlow }]) => {
    const data = join(after('--data'), kind);
    await addDocuments(data, documents);
    const agentByDialect = Object.fromEntries(dialects.map(({ name }) => [name, agent]));
    const offline = { charsPerSecond: isSlow ? SLOW : 0 };
    return [kind, await startServer({ port: 0, data, ownDocs: false, agent, agentByDialect, offline })] as const;
  }),
);
const urls = Object.fromEntries(servers.map(([kind, { url }]) => [kind, url]));
process.stdout.write(`${JSON.stringify(urls)}\n`);
process.on('SIGTERM', () => void Promise.all(servers.map(([, server]) => server.close())).then(() => process.exit(0)));
