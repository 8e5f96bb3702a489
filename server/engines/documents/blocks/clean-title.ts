/** What programs put into a new file's title: it says nothing about the document. */
const GENERIC_TITLE =
  /^(untitled|document\s?\d*|(powerpoint )?presentation\s?\d*|(work)?book\s?\d*|slide \d+|title|\[.*\])$/i;
const MAX_TITLE_LENGTH = 300;

/** A title as its author meant it, without the program's name before it and the file's extension behind it. */
export function cleanTitle(title: string | undefined): string | null {
  const clean = (title ?? '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/^Microsoft (Word|PowerPoint|Excel) - /, '')
    .replace(/\.(docx?|xlsx?|pptx?|pdf|rtf|odt)$/i, '')
    .slice(0, MAX_TITLE_LENGTH)
    .toWellFormed()
    .trim();
  return GENERIC_TITLE.test(clean) || !/\p{L}{2}/u.test(clean) ? null : clean;
}
