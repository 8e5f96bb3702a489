import type { QueryClient } from '@tanstack/react-query';

/**
 * Options of a mutation that may take minutes and changes nothing on the page before the server has: live updates go on
 * meanwhile.
 */
export const LONG_MUTATION = { meta: { isLong: true } } as const;

/** Tells whether a change is under way whose result the page may show before the server answers. */
export const hasShortMutations = (client: QueryClient): boolean =>
  client.isMutating({ predicate: ({ options }) => options.meta?.['isLong'] !== true }) > 0;
