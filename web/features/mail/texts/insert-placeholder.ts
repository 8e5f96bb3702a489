interface Field {
  readonly value: string;
  readonly selectionStart: number | null;
  readonly selectionEnd: number | null;
}

/** Returns the value of a field with a placeholder in place of its selection, and where the cursor is then. */
export function insertPlaceholder(
  { value, selectionStart, selectionEnd }: Field,
  name: string,
): { value: string; cursor: number } {
  const start = selectionStart ?? value.length;
  const before = `${value.slice(0, start)}{${name}}`;
  return { value: before + value.slice(selectionEnd ?? start), cursor: before.length };
}
