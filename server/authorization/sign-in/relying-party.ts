import { isIP } from 'node:net';
import type { Services } from '#server/app/context.ts';

/** The address that passkeys are bound to: browsers use them only there. */
export interface RelyingParty {
  /** The host name. */
  readonly id: string;
  readonly origin: string;
}

/**
 * Returns what passkeys are bound to, or `undefined` where browsers offer none: they need https and a host name, or
 * `localhost`.
 */
export function findRelyingParty({ config }: Pick<Services, 'config'>): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(config.publicUrl);
  if (hostname === 'localhost') return { id: hostname, origin };
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[');
  return protocol === 'https:' && !isAddress ? { id: hostname, origin } : undefined;
}
