import { clsx } from 'clsx';
import type { ComparedPiece, ComparedRow, ComparisonHunk } from '#shared/contracts/versions/compare.ts';
import { cutIntoSegments, type Segment, type Side } from './changed-rows.ts';

interface ComparedRowViewProps {
  row: ComparedRow;
  hunks: readonly ComparisonHunk[];
  /** The changes of this row, by their index. */
  among: readonly number[];
  /** The change that the user is at. */
  current: number | undefined;
  names: Readonly<Record<Side, string>>;
  onFollowMove: (hunk: number, to: Side) => void;
}

/** Shows a row of both texts side by side, or one above the other on narrow screens. */
export function ComparedRowView({ row, names, ...rest }: ComparedRowViewProps) {
  const isChanged = rest.among.length > 0;
  return (
    <div className={clsx('grid md:grid-cols-2', isChanged && 'max-md:bg-hover/40')}>
      {(['a', 'b'] as const).map((side) => (
        <div
          key={side}
          className={clsx(
            'min-w-0 px-4 py-1.5 wrap-anywhere',
            side === 'b' && 'md:border-line md:border-l',
            // A text without changes is shown once on a narrow screen.
            (row[side].length === 0 || (side === 'b' && !isChanged)) && 'max-md:hidden',
            row[side].length === 0 && 'bg-sunken',
          )}
        >
          {isChanged && row[side].length > 0 && (
            <p className="text-ink-muted text-xs md:sr-only">{names[side]}</p>
          )}
          {row[side].map((piece) => (
            <Piece key={piece.start} {...{ piece, side }} {...rest} />
          ))}
        </div>
      ))}
    </div>
  );
}

interface PieceProps extends Omit<ComparedRowViewProps, 'row' | 'names'> {
  piece: ComparedPiece;
  side: Side;
}

function Piece({ piece, side, hunks, among, current, onFollowMove }: PieceProps) {
  const place = piece.cells ?? (piece.page === null ? null : String(piece.page));
  const label = piece.cells === null ? `Page ${place}` : `Cells ${place}`;
  return (
    <div className="flex gap-3">
      <p
        className={clsx(
          'min-w-0 flex-1 whitespace-pre-line',
          piece.kind === 'heading' && 'font-semibold',
          piece.kind === 'sheet-row' && 'tabular-nums',
        )}
      >
        {cutIntoSegments(piece, side, hunks, among).map((segment, index) => (
          <MarkedText
            // biome-ignore lint/suspicious/noArrayIndexKey: the segments of a text never change
            key={index}
            {...{ segment, side, hunks, current, onFollowMove }}
          />
        ))}
      </p>
      {place !== null && (
        <span title={label} className="max-w-24 shrink-0 truncate text-ink-muted text-xs/5 tabular-nums">
          <span className="sr-only">{label}</span>
          <span aria-hidden="true">{place}</span>
        </span>
      )}
    </div>
  );
}

interface MarkedTextProps extends Pick<PieceProps, 'side' | 'hunks' | 'current' | 'onFollowMove'> {
  segment: Segment;
}

function MarkedText({ segment, side, hunks, current, onFollowMove }: MarkedTextProps) {
  const { text, change, move } = segment;
  const isCurrent = current !== undefined && (change === current || move === current);
  const outline = isCurrent && 'outline-2 outline-focus';
  const Element = side === 'a' ? 'del' : 'ins';
  const colors =
    side === 'a' ? 'bg-danger-soft text-danger-ink' : 'bg-success-soft text-success-ink no-underline';
  if (change !== undefined) {
    return <Element className={clsx('rounded-sm px-0.5', colors, outline)}>{text}</Element>;
  }
  if (move === undefined) return text;
  const target: Side = side === 'a' ? 'b' : 'a';
  const page = hunks[move]?.[target]?.page;
  const hasPage = page !== null && page !== undefined;
  const [away, here] = hasPage ? [`to page ${page}`, `from page ${page}`] : ['away', 'here'];
  return (
    <>
      <mark className={clsx('rounded-sm bg-warning-soft px-0.5 text-warning-ink', outline)}>{text}</mark>{' '}
      <button
        type="button"
        onClick={() => onFollowMove(move, target)}
        className="whitespace-nowrap rounded-sm text-accent-ink text-xs underline"
      >
        Moved {side === 'a' ? away : here}
      </button>
    </>
  );
}
