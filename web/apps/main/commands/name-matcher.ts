/** Shorter parts occur inside too many words. */
const MIN_SUBSTRING_LENGTH = 3;

/** Returns a predicate for names in which every typed word starts a word or, if long enough, occurs anywhere. */
export function createNameMatcher(query: string): (name: string) => boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return (name) => {
    const lower = name.toLowerCase();
    const starts = lower.split(/[^\p{L}\p{N}]+/u);
    return words.every(
      (word) =>
        starts.some((start) => start.startsWith(word)) ||
        (word.length >= MIN_SUBSTRING_LENGTH && lower.includes(word)),
    );
  };
}
