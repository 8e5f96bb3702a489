import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface TableColumn<Row> {
  id: string;
  header: string;
  /** The first column names the row and holds the link or button that the keyboard uses. */
  cell: (row: Row) => ReactNode;
  /** A CSS width; without it the column takes the remaining width. */
  width?: string;
  align?: 'end';
  /** Hides the column where the table itself is narrow. */
  hideWhenNarrow?: boolean;
  /** Hides the header visually, for example above buttons; screen readers still announce it. */
  hideHeader?: boolean;
  /** Makes the header a button; the direction is null while the table is sorted by another column. */
  sort?: { direction: 'ascending' | 'descending' | null; onChange: () => void };
}

/** Returns the classes of all cells of a column. */
export function getColumnStyles<Row>(column: TableColumn<Row>): string {
  return clsx(column.align === 'end' && 'text-right', column.hideWhenNarrow && 'hidden @2xl:table-cell');
}
