/** A shorter part than this stands inside too many words to tell them apart. */
const MIN_SUBSTRING_LENGTH = 3;

/** Whether every word that was typed begins a word of a name, or, if it is long enough, stands anywhere in it. */
export function createNameMatcher(typed: string): (name: string) => boolean {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
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
