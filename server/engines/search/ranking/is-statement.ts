import { discriminativeTerms } from '../analysis/stop-words.ts';
import { asksForAmount } from './asks-for-amount.ts';

/** Fewer words, stop words left out, are a name or an answer to something. */
const MIN_WORDS = 5;
const ENDS = /(?<!\b(?:Inc|Ltd|Co|Corp|Bros|plc|etc|Nos?|S\.A|N\.V|B\.V|e\.V))\.["”’)\]]*\s*$/;
const ASKS =
  /^\W*(?:(?:in|on|at|by|to|for|from|of|under|with|within|about|after|before|until|since|during|through|as|according) )?(?:who|whom|whose|what|which|when|where|why|how|whether)\b|^\W*(?:if|is|are|was|were|am|be|do|does|did|has|have|had|can|could|shall|should|will|would|may|might|must|ain|isn|aren|wasn|weren|doesn|don|didn|hasn|haven|hadn|couldn|wouldn|shouldn|won|mustn|list|show|give|find|tell|explain|describe|summari[sz]e|define|compare|identify|name|state|provide|consider|search|look|please|i|we|need)\b/i;

/**
 * Returns whether an English query is a sentence that says what is sought, as in “The tenant may sublet without the consent of
 * the landlord.”: it ends with a full stop, as keywords do not, begins with no word of a question or request, and is about no
 * amount.
 */
export function isStatement(query: string): boolean {
  return (
    ENDS.test(query) &&
    !query.includes('?') &&
    !ASKS.test(query) &&
    !asksForAmount(query) &&
    discriminativeTerms(query).length >= MIN_WORDS
  );
}
