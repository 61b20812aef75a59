import { type Config, ConfigError } from '../config.ts';
import { isLoopback } from '../wire/loopback.ts';
import { Owners } from '../wire/owners.ts';

/** Where a server is reached, and by whom. */
export interface Door {
  readonly addresses: readonly { readonly host: string; readonly port: number }[];
  /** It is open to this machine only. */
  readonly isLoopback: boolean;
  readonly owners: Owners;
}

/** Refused where it would be open to everybody. */
export function doorOf(config: Config): Door {
  const addresses = [{ host: config.host, port: config.port }, ...config.listen];
  const isLocal = addresses.every(({ host }) => isLoopback(host));
  const owners = new Owners(config.tokens);
  if (!isLocal && !owners.areNamed) throw new ConfigError(NEEDS_TOKEN);
  return { addresses, isLoopback: isLocal, owners };
}

const NEEDS_TOKEN =
  'Listening beyond this machine needs a token: --token or POLYWIRE_TOKEN. / 监听本机以外的地址需要令牌：--token 或 POLYWIRE_TOKEN。';
