/** Styles of a cell, in the order of `cellXfs`. */
export const STYLES = [
  'text',
  'title',
  'header',
  'label',
  'number',
  'input',
  'percent',
  'total',
  'totalLabel',
  'money',
  'date',
  'factor',
  'wrapped',
] as const;
export type CellStyle = (typeof STYLES)[number];

/** A formula begins with `=`; its value is calculated when the file is made. */
export interface Cell {
  value: string | number;
  style: CellStyle;
}

export interface Sheet {
  name: string;
  /** In characters. */
  widths: readonly number[];
  rows: readonly (readonly (Cell | undefined)[])[];
  /** Rows that stay at the top. */
  frozenRows?: number;
}
