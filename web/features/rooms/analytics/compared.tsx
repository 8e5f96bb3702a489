import { formatChange, formatCount } from '#shared/domain/rooms/figure-change.ts';

interface ComparedProps {
  now: number;
  /** The figure of the days before; absent where nothing is compared. */
  before: number | undefined;
  format?: (figure: number) => string;
}

/** Describes a figure of the days before with the difference: `30 before, +12`. */
export const describeChange = (now: number, before: number, format = formatCount): string =>
  `${format(before)} before, ${formatChange(now, before, format)}`;

/** Shows a figure with the difference to the days before below it. */
export function Compared({ now, before, format = formatCount }: ComparedProps) {
  if (before === undefined) return format(now);
  return (
    <span className="flex flex-col leading-tight" title={`${format(before)} in the days before`}>
      {format(now)}{' '}
      <span className="text-ink-muted text-xs leading-tight">{formatChange(now, before, format)}</span>
    </span>
  );
}
