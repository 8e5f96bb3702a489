import { Skeleton } from './skeleton.tsx';

/** Widths of the labels, so that they look like text. */
const WIDTHS = ['w-24', 'w-36', 'w-28', 'w-32'];

/** Placeholder of the fields of a form, each with its label. */
export function FormSkeleton({ fields = 3 }: { fields?: 2 | 3 | 4 }) {
  return (
    <div aria-hidden="true" className="flex flex-col gap-4">
      {WIDTHS.slice(0, fields).map((width) => (
        <div key={width} className="flex flex-col gap-2">
          <Skeleton className={`h-4 ${width}`} />
          <Skeleton className="h-control w-full" />
        </div>
      ))}
    </div>
  );
}
