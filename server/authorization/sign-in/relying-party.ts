import { isIP } from 'node:net';
import type { Config } from '#server/app/config.ts';

/** What passkeys are bound to: browsers use them only at this address. */
export interface RelyingParty {
  /** The host name. */
  readonly id: string;
  readonly origin: string;
}

/**
 * Returns what passkeys are bound to, or `undefined` where browsers offer none: they need https and a host name, or
 * `localhost`.
 */
export function findRelyingParty({ publicUrl }: Pick<Config, 'publicUrl'>): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl);
  if (hostname === 'localhost') return { id: hostname, origin };
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[');
  return protocol === 'https:' && !isAddress ? { id: hostname, origin } : undefined;
}
