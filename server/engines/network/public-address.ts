import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { AppError } from '#server/app/errors.ts';

const ADDRESS_NOT_PUBLIC = 'The address is not public.';
const HOST_NOT_FOUND = 'The host of this address could not be found.';

/** IPv4 networks that are not public: special purposes (RFC 6890), multicast, reserved. */
const PRIVATE_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** The only public IPv6 network, and what in it is not: protocol assignments (Teredo), documentation, 6to4. */
const PUBLIC_V6 = '2000::/3';
const PRIVATE_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const privateV4 = listOf(PRIVATE_V4, 'ipv4');
const publicV6 = listOf([PUBLIC_V6], 'ipv6');
const privateV6 = listOf(PRIVATE_V6, 'ipv6');

/** Returns whether anybody on the Internet could own the address: not this machine, its network or a cloud's metadata. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !privateV4.check(address, 'ipv4');
  // IPv4 addresses in other notations are outside the public network, and so refused.
  return isIP(address) === 6 && publicV6.check(address, 'ipv6') && !privateV6.check(address, 'ipv6');
}

interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/**
 * Resolves the host of a URL once and returns the address to connect to. Refuses a host with any private address, so that
 * no answer of a name server leads into the network of this machine.
 */
export async function resolvePublicAddress(
  { hostname }: URL,
  { allowsPrivate }: { allowsPrivate: boolean },
): Promise<ResolvedAddress> {
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  const found = await lookup(name, { all: true }).catch(() => []);
  const [first] = found;
  if (!first) throw new AppError('invalid', HOST_NOT_FOUND, { fields: { url: HOST_NOT_FOUND } });
  if (!allowsPrivate && !found.every(({ address }) => isPublicAddress(address)))
    throw new AppError('invalid', ADDRESS_NOT_PUBLIC, { fields: { url: ADDRESS_NOT_PUBLIC } });
  return first;
}
