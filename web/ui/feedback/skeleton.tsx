import { clsx } from 'clsx';

/** Stands in for a thing of known size, given by `className`, so that nothing moves when the thing arrives. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={clsx('animate-pulse rounded-md bg-line', className)} />;
}
