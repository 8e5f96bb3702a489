import { z } from 'zod';

const HINT = 'Enter IP addresses or networks such as 192.0.2.0/24';

/** An IP address or a network in CIDR notation. */
export const ipRange = z
  .string()
  .trim()
  .refine((text) => {
    const form = text.includes('/') ? z.union([z.cidrv4(), z.cidrv6()]) : z.union([z.ipv4(), z.ipv6()]);
    return form.safeParse(text).success;
  }, HINT);

const MAX_RANGES = 50;

/** Addresses and networks; an empty list restricts nothing. */
export const ipRanges = z.array(ipRange).max(MAX_RANGES, `Enter at most ${MAX_RANGES} addresses`);
