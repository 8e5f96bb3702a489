import { type Term, tokenize } from './tokenize.ts';

/** English function words. They are indexed all the same, for phrases and for queries of nothing else. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `
  a about above after again against all also am an and any are aren as at be because been before being
  below between both but by can could couldn d did didn do does doesn doing don done down during each
  either else ever every few for from further get give given gives go had hadn has hasn have haven
  having he her here hers herself him himself his how however i if in into is isn it its itself just
  let ll m many may me might more most much must mustn my myself neither no nor not now of off on once
  one only onto or other others ought our ours ourselves out over own per please re s same shall shan
  she should shouldn since so some such t than that the their theirs them themselves then there these
  they this those though through thus to too under until up upon us ve very was wasn we were weren
  what whatever when whenever where whether which while who whom whose why will with within without
  won would wouldn yet you your yours yourself yourselves
`
    .trim()
    .split(/\s+/),
);

/** Returns the words of a query that are not stop words, in order. */
export function discriminativeTerms(query: string): Term[] {
  return tokenize(query).filter(({ kind, text }) => kind !== 'extra' && !STOP_WORDS.has(text));
}
