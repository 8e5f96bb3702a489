import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** A sheet of paper on the canvas: a section, a tile, a form of its own. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={clsx('rounded-lg border border-line bg-surface', className)} />;
}
