import type { Citation } from '#shared/contracts/search.ts';

/** Context before the marked sentence, so that the sentence is among the first lines. */
const MAX_CONTEXT_LENGTH = 100;

/** Renders a citation's quote with its best sentence marked. */
export function MarkedQuote({ citation: { quote, start, sentence } }: { citation: Citation }) {
  if (sentence === undefined) return quote;
  const [from, to] = [sentence.start - start, sentence.end - start];
  return (
    <>
      {shortenContext(quote.slice(0, from))}
      <mark className="rounded-sm bg-warning-soft text-warning-ink">{quote.slice(from, to)}</mark>
      {quote.slice(to)}
    </>
  );
}

/** Returns the end of the text, cut at a space. */
function shortenContext(text: string): string {
  if (text.length <= MAX_CONTEXT_LENGTH) return text;
  const space = text.indexOf(' ', text.length - MAX_CONTEXT_LENGTH);
  return space < 0 ? '' : `…${text.slice(space)}`;
}
