/** A few screens of text: small enough to be laid out at once, large enough to keep the page's elements few. */
const MIN_SECTION_LENGTH = 8 * 1024;

/** Cuts a text at line ends into sections, so that a browser lays out only those on the screen. Joined they are the text. */
export function splitIntoSections(text: string): string[] {
  const sections: string[] = [];
  for (let start = 0; start < text.length; ) {
    const lineEnd = text.indexOf('\n', start + MIN_SECTION_LENGTH);
    const end = lineEnd < 0 ? text.length : lineEnd + 1;
    sections.push(text.slice(start, end));
    start = end;
  }
  return sections;
}
