interface FigureListProps {
  /** Each with its label, and what is said below it. */
  figures: readonly (readonly [label: string, figure: string | number, note?: string | undefined])[];
}

/** Large figures with their labels, in columns. */
export function FigureList({ figures }: FigureListProps) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-x-4 gap-y-4">
      {figures.map(([label, figure, note]) => (
        <div key={label} className="flex flex-col">
          <dt className="order-2 text-ink-muted">{label}</dt>
          <dd className="order-1 font-semibold text-xl tabular-nums">{figure}</dd>
          {note !== undefined && <dd className="order-3 text-ink-muted text-xs tabular-nums">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
