import type { Config } from './config.ts';
import { confidentialIn } from './observe/confidential.ts';
import { Secrets } from './observe/secrets.ts';

/** What nobody is to read in a log. Keys of models are not in a configuration. */
export function configSecrets({ tokens, upstreams, mcp, search }: Config): Secrets {
  return new Secrets([
    ...Object.values(tokens),
    ...upstreams.flatMap(({ token, headers = {} }) => [token, ...confidentialIn(headers)]),
    ...Object.values(mcp).flatMap((each) => confidentialIn('url' in each ? each.headers : each.env)),
    search && 'key' in search ? search.key : undefined,
  ]);
}
