/** The beginning of a cell that is calculated, or would be without its apostrophes. */
const CALCULATED = /^(?=[ "']*[=+\-@]|'*[\t\r])/;

/**
 * Makes text of what a spreadsheet would calculate: at the beginning of a cell, and where a program that separates cells by
 * semicolons or tabs, as spreadsheets do in many countries, would begin one: it ignores our quotes, so that a cell can begin
 * anywhere in our text.
 */
export const escapeFormulas = (text: string): string =>
  text.replace(CALCULATED, "'").replace(/([;\t\r\n][ "']*)([=+\-@])/g, "$1'$2");

/** Takes back what `escapeFormulas` does, so that an export can be imported again. */
export const unescapeFormulas = (cell: string): string => {
  const text = cell.replace(/([;\t\r\n][ "']*)'([=+\-@])/g, '$1$2');
  return text.startsWith("'") && CALCULATED.test(text.slice(1)) ? text.slice(1) : text;
};
