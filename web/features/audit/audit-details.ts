/** Formats the name of a detail as words: `folderId` as “Folder ID”. */
export function formatDetailName(name: string): string {
  const words = name
    .replace(/[A-Z]+/g, (letters) => ` ${letters.toLowerCase()}`)
    .replace(/\bids\b/g, 'IDs')
    .replace(/\bid\b/g, 'ID')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Formats lists and objects without the signs of JSON. */
export function formatDetail(value: unknown): string {
  if (Array.isArray(value)) return value.map(formatDetail).join(', ') || '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'object') return String(value);
  if (value === null) return '–';
  const fields = Object.entries(value).map(
    ([name, part]) => `${formatDetailName(name)}: ${formatDetail(part)}`,
  );
  return fields.join(', ') || '–';
}
