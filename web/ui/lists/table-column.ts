import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** A cell of an export with its header: text, a number, an instant in ISO 8601, or `null` for nothing. */
export type ColumnValue<Row> = readonly [header: string, read: (row: Row) => string | number | null];

export interface TableColumn<Row> {
  id: string;
  header: string;
  /** The first column names the row and holds the link or button that the keyboard uses. */
  cell: (row: Row) => ReactNode;
  /** A CSS width; without it the column takes the remaining width. */
  width?: string;
  align?: 'end';
  /** Shows the column only where the table itself is this wide: 42 or 60 rem. */
  showFrom?: 'medium' | 'wide';
  /** Hides the header visually, for example above buttons; screen readers still announce it. */
  hideHeader?: boolean;
  /** Makes the header a button; the direction is null while the table is sorted by another column. */
  sort?: { direction: 'ascending' | 'descending' | null; onChange: () => void };
  /** Holds the cells of an export; rows can be sorted by the first. A column of buttons has none. */
  values?: readonly ColumnValue<Row>[];
  /** Receives the width in pixels that the user gives the column; null restores the column's own width. */
  onResize?: (widthPx: number | null) => void;
}

const SHOWN_FROM = { medium: 'hidden @2xl:table-cell', wide: 'hidden @min-[60rem]:table-cell' } as const;

/** Returns the classes of all cells of a column. */
export function getColumnStyles<Row>(column: TableColumn<Row>): string {
  return clsx(column.align === 'end' && 'text-right', column.showFrom && SHOWN_FROM[column.showFrom]);
}

/** Returns the classes of the cells with checkboxes: outside selection mode, they are for pointers that can hover. */
export const getCheckboxStyles = (isActive: boolean): string =>
  clsx('w-10', !isActive && 'hidden pr-0 @2xl:[@media(hover:hover)]:table-cell');
