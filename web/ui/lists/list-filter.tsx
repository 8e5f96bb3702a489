import type { LucideIcon } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { Button } from '../buttons/button.tsx';
import { EmptyState } from '../feedback/empty-state.tsx';
import { TextField } from '../forms/text-field.tsx';

/** The text that narrows a list which the browser has as a whole. */
export interface ListFilter {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Shows the whole list again, and puts the focus into the field: the button that does it disappears. */
  readonly clear: () => void;
  readonly input: RefObject<HTMLInputElement | null>;
}

export function useListFilter(initial = ''): ListFilter {
  const [text, setText] = useState(initial);
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    setText('');
    input.current?.focus();
  };
  return { text, setText, clear, input };
}

interface FilterFieldProps {
  filter: ListFilter;
  /** The accessible name, such as "Filter users". */
  label: string;
  /** Says what is compared, such as "Filter by name or email". */
  placeholder: string;
  /** The word for one entry, such as "user". */
  noun: string;
  /** The number of entries that fit, of how many. */
  shown: number;
  total: number;
}

/** Narrows a list while the user types, and says and announces how much of it is left. */
export function FilterField({ noun, shown, total, ...field }: FilterFieldProps) {
  const status =
    field.filter.text.trim() === ''
      ? `${formatCount(total)} ${noun}${total === 1 ? '' : 's'}`
      : `${formatCount(shown)} of ${formatCount(total)}`;
  return <FilterInput {...field} status={status} />;
}

interface ServerFilterFieldProps extends Pick<FilterFieldProps, 'filter' | 'label' | 'placeholder'> {
  /** The number of entries found so far; `undefined` while they are looked for. */
  found: number | undefined;
  /** Further pages follow. */
  hasMore: boolean;
}

/** Narrows a list of which the browser has a part, and announces how much was found. */
export function ServerFilterField({ found, hasMore, ...field }: ServerFilterFieldProps) {
  const isFiltered = field.filter.text.trim() !== '' && found !== undefined;
  const status = isFiltered ? `${formatCount(found)}${hasMore ? ' or more' : ''} found` : '';
  return <FilterInput {...field} status={status} />;
}

interface FilterInputProps extends Pick<FilterFieldProps, 'filter' | 'label' | 'placeholder'> {
  status: string;
}

function FilterInput({ filter, label, placeholder, status }: FilterInputProps) {
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3 max-sm:basis-full">
      <div className="min-w-0 max-w-sm flex-1">
        <TextField
          ref={filter.input}
          label={label}
          hideLabel
          type="search"
          placeholder={placeholder}
          autoComplete="off"
          value={filter.text}
          onChange={({ target }) => filter.setText(target.value)}
        />
      </div>
      <p role="status" className="shrink-0 text-ink-muted tabular-nums max-sm:min-w-20 max-sm:text-right">
        {status}
      </p>
    </div>
  );
}

const formatCount = (count: number): string => count.toLocaleString('en-US');

interface NoMatchesProps {
  filter: ListFilter;
  icon: LucideIcon;
  title: string;
  description: string;
}

/** Stands in place of a list of which nothing fits the filter. */
export function NoMatches({ filter, icon, title, description }: NoMatchesProps) {
  return (
    <EmptyState
      icon={icon}
      title={title}
      description={description}
      action={<Button onClick={filter.clear}>Clear Filter</Button>}
    />
  );
}
