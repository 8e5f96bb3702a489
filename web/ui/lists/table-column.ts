import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface TableColumn<Row> {
  id: string;
  header: string;
  /** The first column names the row; what it opens must be a button or a link there, for the keyboard. */
  cell: (row: Row) => ReactNode;
  /** A CSS width; without one the column takes what is left. */
  width?: string;
  align?: 'end';
  /** Left out where the table itself is narrow. */
  hideWhenNarrow?: boolean;
  /** The header is read out but not shown, as over buttons. */
  hideHeader?: boolean;
  /** Makes the header a button; the direction is null while another column is the one sorted by. */
  sort?: { direction: 'ascending' | 'descending' | null; onChange: () => void };
}

/** The classes of all cells of a column. */
export function getColumnStyles<Row>(column: TableColumn<Row>): string {
  return clsx(column.align === 'end' && 'text-right', column.hideWhenNarrow && 'hidden @2xl:table-cell');
}
