import { fileURLToPath } from 'node:url';
import { dialects } from '@polywire/protocol';
import type { ConfigFile } from '../../../../packages/server/src/index.ts';
import { conversing } from '../../../../packages/server/test/support/client.ts';
import type { ModelServer } from '../../../../packages/server/test/support/model-server.ts';
import { agentByDialect } from './streaming.ts';

/** Each where the configuration has a place for one. */
export const planted = {
  ann: 'planted-token-of-ann-4711',
  bob: 'planted-token-of-bob-4712',
  modelKey: 'planted-model-key-4713',
  otherKey: 'planted-other-key-4714',
  upstreamToken: 'planted-upstream-token-4715',
  upstreamHeader: 'planted-upstream-header-4716',
  mcpEnv: 'planted-mcp-environment-4717',
  mcpHeader: 'planted-mcp-header-4718',
  searchKey: 'planted-search-key-4719',
  localKey: 'planted-local-key-4720',
};
export const VARIABLES = {
  PLANTED_KEY: planted.modelKey,
  PLANTED_OTHER: planted.otherKey,
  PLANTED_LOCAL: planted.localKey,
};
/** Those who answer in a stream, by each interface that models have. */
export const streamingModels = ['streaming', 'streaming-other', 'streaming-local'] as const;

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** All of them in their places, with servers that quote what they get. */
export function configWith(
  parrot: string,
  { baseUrl, ollamaUrl }: Pick<ModelServer, 'baseUrl' | 'ollamaUrl'>,
  data: string,
): ConfigFile {
  const model = { baseUrl: parrot, patience: { attempts: 1 } };
  return {
    ...{ port: 0, data, ownDocs: false, tokens: { ann: planted.ann, bob: planted.bob } },
    agents: [here('../../../../packages/server/test/support/tool-agent.ts')],
    models: {
      quoting: { ...model, provider: 'compatible', model: 'm', keyVariable: 'PLANTED_KEY' },
      'quoting-other': { ...model, provider: 'anthropic', model: 'm', keyVariable: 'PLANTED_OTHER' },
      streaming: { baseUrl, provider: 'compatible', model: 'm', keyVariable: 'PLANTED_KEY' },
      'streaming-other': { baseUrl, provider: 'anthropic', model: 'm', keyVariable: 'PLANTED_OTHER' },
      'streaming-local': { baseUrl: ollamaUrl, provider: 'ollama', model: 'm', keyVariable: 'PLANTED_LOCAL' },
    },
    model: streamingModels[0],
    agentByDialect,
    upstreams: dialects.flatMap((dialect) =>
      conversing(dialect).map(({ path }) => ({
        name: `${dialect.name}${path.replaceAll(/\W/g, '-')}`,
        dialect: dialect.name,
        endpoint: path,
        url: parrot,
        token: planted.upstreamToken,
        headers: { 'x-planted': planted.upstreamHeader },
        idleMs: 500,
      })),
    ),
    mcp: {
      telling: {
        command: process.execPath,
        args: ['--import', 'tsx', here('./mcp-main.ts')],
        env: { PLANTED: planted.mcpEnv },
        approval: 'never',
      },
      quoting: { url: `${parrot}/mcp`, headers: { 'x-planted': planted.mcpHeader } },
    },
    search: { provider: 'brave', key: planted.searchKey, url: parrot },
    wireLimits: { messagesPerMinute: 0 },
  };
}
