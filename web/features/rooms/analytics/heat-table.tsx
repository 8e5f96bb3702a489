import type { ReactNode } from 'react';
import { countOf, formatDuration } from '#shared/domain/format.ts';
import { ExportCsv } from '#web/features/export/export-csv.tsx';
import type { ColumnValue } from '#web/ui/lists/table-column.ts';

interface HeatRow {
  readonly key: string;
  readonly name: string;
  /** Renders the name, for example as a button. */
  readonly link?: ReactNode;
  readonly cells: readonly { groupId: number | null; ms: number; viewers: number }[];
}

interface HeatTableProps {
  label: string;
  /** The header of the rows. */
  header: string;
  groups: readonly { groupId: number | null; name: string }[];
  rows: readonly HeatRow[];
}

/** Shows time in view as a table whose cells are the darker the longer; it scrolls sideways where groups are many. */
export function HeatTable({ label, header, groups, rows }: HeatTableProps) {
  const longest = Math.max(1, ...rows.flatMap(({ cells }) => cells.map(({ ms }) => ms)));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section className="overflow-x-auto" aria-label={label} tabIndex={0}>
      <table className="min-w-full border-separate border-spacing-0.5 text-sm">
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky left-0 bg-surface px-2 py-1 text-left font-medium text-ink-muted"
            >
              {header}
            </th>
            {groups.map(({ groupId, name }) => (
              <th
                key={groupId ?? 0}
                scope="col"
                title={name}
                dir="auto"
                className="max-w-32 truncate px-2 py-1 text-left font-medium text-ink-muted"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th
                scope="row"
                dir="auto"
                className="sticky left-0 max-w-48 truncate bg-surface px-2 py-1 text-left font-normal"
              >
                {row.link || row.name}
              </th>
              {groups.map(({ groupId }) => (
                <HeatCell key={groupId ?? 0} cell={findCell(row, groupId)} longest={longest} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A button that downloads a heat table as CSV, with seconds in its cells. */
export function ExportHeat({ name, header, groups, rows }: Omit<HeatTableProps, 'label'> & { name: string }) {
  const values: ColumnValue<HeatRow>[] = [
    [header, (row) => row.name],
    ...groups.map(
      (group): ColumnValue<HeatRow> => [
        `${group.name} (seconds)`,
        (row) => (findCell(row, group.groupId)?.ms ?? 0) / 1000,
      ],
    ),
  ];
  return <ExportCsv size="small" columns={[{ values }]} {...{ name, rows }} />;
}

const findCell = ({ cells }: HeatRow, groupId: number | null): HeatCellProps['cell'] =>
  cells.find((cell) => cell.groupId === groupId);

interface HeatCellProps {
  cell: HeatRow['cells'][number] | undefined;
  longest: number;
}

/** Keeps the text readable on the darkest cell. */
const MAX_STRENGTH = 45;

function HeatCell({ cell, longest }: HeatCellProps) {
  if (!cell || cell.ms === 0)
    return <td className="h-8 min-w-16 rounded-sm bg-sunken px-2 text-ink-muted">–</td>;
  const strength = Math.max(6, (MAX_STRENGTH * cell.ms) / longest);
  return (
    <td
      title={`${formatDuration(cell.ms)}, ${countOf(cell.viewers, 'person', 'people')}`}
      className="h-8 min-w-16 whitespace-nowrap rounded-sm px-2 tabular-nums"
      style={{
        backgroundColor: `color-mix(in srgb, var(--color-accent) ${strength}%, var(--color-surface))`,
      }}
    >
      {formatDuration(cell.ms)}
    </td>
  );
}
