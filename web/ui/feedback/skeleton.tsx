import { clsx } from 'clsx';

/** Placeholder of the size given by `className`, so that nothing moves when the content arrives. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={clsx('animate-pulse rounded-md bg-line', className)} />;
}
