import { type Config, ConfigError } from '../config.ts';
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
  const isLoopback = addresses.every(({ host }) => isLoopbackHost(host));
  const owners = new Owners(config.tokens);
  if (!isLoopback && !owners.areNamed) throw new ConfigError(NEEDS_TOKEN);
  return { addresses, isLoopback, owners };
}

const NEEDS_TOKEN =
  'Listening beyond this machine needs a token: --token or POLYWIRE_TOKEN. / 监听本机以外的地址需要令牌：--token 或 POLYWIRE_TOKEN。';

export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
