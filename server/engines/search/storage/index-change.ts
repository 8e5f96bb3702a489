import type { SearchIndex } from '../search-engine.ts';

/** A change of the index, as the port names it. */
export type Change = {
  [Method in 'put' | 'place' | 'remove' | 'advance' | 'clear' | 'embed']: {
    method: Method;
    args: Parameters<SearchIndex[Method]>;
  };
}['put' | 'place' | 'remove' | 'advance' | 'clear' | 'embed'];
