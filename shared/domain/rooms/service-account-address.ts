/** Addresses of service accounts, which receive no mail; the domain is reserved for such (RFC 2606). */
const DOMAIN = '@service.invalid';

export const buildServiceAccountAddress = (username: string): string => `${username}${DOMAIN}`;

export const isServiceAccountAddress = (address: string): boolean => address.endsWith(DOMAIN);
