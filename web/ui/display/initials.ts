/**
 * Returns two letters for a person without a picture: the first of the first and last word of a name, or of a username or the
 * part of an address before its domain.
 */
export function initialsOf(name: string): string {
  const words = name
    .replace(/(?<=.)@.*/, '')
    .split(/[\s._-]+/)
    .filter((word) => /\p{L}|\d/u.test(word));
  const [first = name] = words;
  const last = words.at(-1);
  const letters =
    words.length > 1 && last ? [...first].slice(0, 1).concat([...last].slice(0, 1)) : [...first].slice(0, 2);
  return letters.join('').toUpperCase();
}
