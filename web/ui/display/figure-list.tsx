interface FigureListProps {
  /** Each with its label. */
  figures: readonly (readonly [label: string, figure: string | number])[];
}

/** Large figures with their labels, in columns. */
export function FigureList({ figures }: FigureListProps) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-x-4 gap-y-4">
      {figures.map(([label, figure]) => (
        <div key={label} className="flex flex-col-reverse justify-end">
          <dt className="text-ink-muted">{label}</dt>
          <dd className="font-semibold text-xl tabular-nums">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
