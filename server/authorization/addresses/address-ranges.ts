import { BlockList, isIP, isIPv6 } from 'node:net';

/** Returns the address without the prefix of IPv4 addresses on IPv6 sockets. */
const plainAddress = (address: string): string => /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address;

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Returns whether an IP address is in one of the ranges, each an address or a network such as `192.0.2.0/24`. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  const plain = plainAddress(address);
  if (isIP(plain) === 0) return false;
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    if (bits === undefined) list.addAddress(network, familyOf(network));
    else list.addSubnet(network, Number(bits), familyOf(network));
  }
  return list.check(plain, familyOf(plain));
}
