import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** A bordered surface for a section, a tile or a form. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={clsx('rounded-lg border border-line bg-surface', className)} />;
}
