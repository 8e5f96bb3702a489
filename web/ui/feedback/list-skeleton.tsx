import { Card } from '../layout/card.tsx';
import { Skeleton } from './skeleton.tsx';

/** Widths of the first lines, so that the rows look like text. */
const WIDTHS = ['w-2/5', 'w-1/2', 'w-1/3'];

/** Placeholder of a list in a card: rows with two lines each. */
export function ListSkeleton() {
  return (
    <Card>
      <div aria-hidden="true" className="divide-y divide-line">
        {WIDTHS.map((width) => (
          <div key={width} className="flex flex-col gap-2 px-4 py-3">
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton className="h-3 w-1/4" />
          </div>
        ))}
      </div>
    </Card>
  );
}
