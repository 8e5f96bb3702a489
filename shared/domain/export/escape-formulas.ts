/**
 * Makes text of what a spreadsheet would calculate: at the beginning of a cell, and where a program that separates cells by semicolons or tabs, as
 * spreadsheets do in many countries, would begin one: it ignores our quotes, so that a cell can begin anywhere in our text.
 */
export const escapeFormulas = (text: string): string =>
  text.replace(/^(?=[ "']*[=+\-@]|[\t\r])/, "'").replace(/([;\t\r\n][ "']*)([=+\-@])/g, "$1'$2");
