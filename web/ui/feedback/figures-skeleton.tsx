import { Card } from '../layout/card.tsx';
import { Skeleton } from './skeleton.tsx';

const FIGURES = ['first', 'second', 'third', 'fourth'];

/** Placeholder of a card of figures, each a number above its label, over a chart. */
export function FiguresSkeleton() {
  return (
    <Card>
      <div aria-hidden="true" className="flex flex-col gap-6 p-4">
        <div className="flex flex-wrap gap-x-10 gap-y-4">
          {FIGURES.map((each) => (
            <div key={each} className="flex flex-col gap-2">
              <Skeleton className="h-6 w-12" />
              <Skeleton className="h-3 w-20" />
            </div>
          ))}
        </div>
        <Skeleton className="h-20 w-full opacity-60" />
      </div>
    </Card>
  );
}
