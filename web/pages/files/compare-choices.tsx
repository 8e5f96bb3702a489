import type { FileVersion } from '#shared/contracts/versions/versions.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { Select } from '#web/ui/forms/select.tsx';

const WAYS = [
  { value: 'text', label: 'Text' },
  { value: 'pages', label: 'Pages' },
] as const;

/** The query parameters of the page. */
export interface ShownComparison {
  a: number;
  b: number;
  /** The start of the compared part of long texts. */
  from?: string;
  by?: string;
}

interface CompareChoicesProps {
  compared: { a: number; b: number; by: 'text' | 'pages' };
  versions: readonly FileVersion[];
  show: (next: ShownComparison) => void;
  hidden: boolean;
}

/** Selects both versions, and whether their texts or their pages are compared. */
export function CompareChoices({ compared: { a, b, by }, versions, show, hidden }: CompareChoicesProps) {
  return (
    <div hidden={hidden} className="grid gap-2 sm:grid-cols-[1fr_1fr_10rem]">
      <VersionSelect
        label="From"
        value={a}
        other={b}
        versions={versions}
        onChange={(next) => show({ a: next, b })}
      />
      <VersionSelect
        label="To"
        value={b}
        other={a}
        versions={versions}
        onChange={(next) => show({ a, b: next })}
      />
      <Select
        label="Compare"
        value={by}
        options={WAYS}
        onChange={({ target }) => show({ a, b, by: target.value })}
      />
    </div>
  );
}

interface VersionSelectProps {
  label: string;
  value: number;
  /** The version on the other side, which is not offered: nothing differs from itself. */
  other: number;
  versions: readonly FileVersion[];
  onChange: (number: number) => void;
}

function VersionSelect({ label, value, other, versions, onChange }: VersionSelectProps) {
  const offered = versions.filter(({ number }) => number === value || number !== other);
  const options = offered.map(({ number, createdAt, isCurrent, withdrawnAt }) => {
    const state = isCurrent ? ', current' : withdrawnAt === null ? '' : ', withdrawn';
    return { value: String(number), label: `Version ${number}${state} · ${formatDateTime(createdAt)}` };
  });
  const isListed = versions.some(({ number }) => number === value);
  return (
    <Select
      label={label}
      value={String(value)}
      options={isListed ? options : [{ value: String(value), label: `Version ${value}` }, ...options]}
      onChange={({ target }) => onChange(Number(target.value))}
    />
  );
}
