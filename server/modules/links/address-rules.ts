import { domainToASCII } from 'node:url';

/** Addresses and domains in the form of `normalizeAddress`. */
interface AddressRules {
  /** Empty allows every address. A domain allows its own addresses, not those of subdomains. */
  readonly allowed: readonly string[];
  /** A domain blocks subdomains too. Blocking has precedence. */
  readonly blocked: readonly string[];
}

/** Characters that no domain has. `domainToASCII` reads a URL: it removes some of them, and stops at others. */
const NOT_OF_DOMAIN = /[\s\p{Cc}/?#\\:]/u;

/**
 * Returns an address in lower case, with its domain in ASCII form (IDN), so that equal addresses are equal texts. What is no
 * domain becomes empty, so that no text beside it is taken for a part of the address.
 */
export function normalizeAddress(address: string): string {
  const text = address.normalize('NFKC').trim().toLowerCase();
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  return `${text.slice(0, at + 1)}${NOT_OF_DOMAIN.test(domain) ? '' : domainToASCII(domain)}`;
}

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const LOCAL_PART = /^[^\s@]{1,64}$/;

/** Returns an entry of a list in its normal form, or undefined if it is neither an address nor a domain. */
export function normalizeEntry(entry: string): string | undefined {
  const normal = normalizeAddress(entry.replace(/^@/, ''));
  const at = normal.lastIndexOf('@');
  if (!DOMAIN.test(normal.slice(at + 1))) return undefined;
  return at < 0 || LOCAL_PART.test(normal.slice(0, at)) ? normal : undefined;
}

/** Decides about an address in the form of `normalizeAddress`. */
export function isAllowedAddress(address: string, { allowed, blocked }: AddressRules): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const isBlocked = blocked.some(
    (entry) =>
      entry === address || (!entry.includes('@') && (domain === entry || domain.endsWith(`.${entry}`))),
  );
  if (isBlocked) return false;
  return allowed.length === 0 || allowed.includes(address) || allowed.includes(domain);
}
