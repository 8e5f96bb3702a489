import { discriminativeTerms } from '../analysis/stop-words.ts';

/** Fewer words, stop words left out, are keywords or a name. */
const MIN_WORDS = 5;
const ASKS =
  /\?|^\W*(?:who|whom|whose|what|which|when|where|why|how|whether|if|is|are|was|were|am|be|do|does|did|has|have|had|can|could|shall|should|will|would|may|might|must|list|show|give|find|tell|explain|describe|summari[sz]e|define|compare|identify|name|state|consider|search|look|please|i|we)\b/i;

/** Returns whether an English query says what is sought, as in “The tenant may sublet without the consent of the landlord”, and asks nothing. */
export function isStatement(query: string): boolean {
  return !ASKS.test(query) && discriminativeTerms(query).length >= MIN_WORDS;
}
