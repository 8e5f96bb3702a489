interface FoundMatches {
  /** The trimmed text that is looked for. */
  text: string;
  state: 'searching' | 'failed' | 'done';
  /** The place of the current match, from 0. */
  index: number;
  count: number;
  /** The search stopped before the end of the file. */
  isPartial: boolean;
}

/** Says beside the text how many matches there are. */
export function describeMatches({ text, state, index, count, isPartial }: FoundMatches): string {
  if (text === '') return '';
  if (state === 'searching') return 'Searching…';
  if (state === 'failed') return 'The search failed';
  if (count === 0) return 'No matches';
  const total = count.toLocaleString('en-US');
  return `${(index + 1).toLocaleString('en-US')} of ${total}${isPartial ? ' or more' : ''}`;
}
