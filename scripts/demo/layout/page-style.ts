/** A4, in points. */
export const PAGE = { width: 595, height: 842 } as const;

export interface PageStyle {
  typeface: 'serif' | 'sans';
  /** Printed at the top of every page after the first, left and right. */
  header?: readonly [left: string, right: string];
  footer?: string;
  /** A cover or letterhead counts as a page without header and number. */
  hasPlainFirstPage?: boolean;
  margin: number;
  /** Height of the lines, in multiples of its size. */
  lineHeight?: number;
  createdAt: Date;
  title: string;
  author: string;
}
