import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { MAX_FILTER_LENGTH } from '#shared/domain/limits.ts';
import { type ListFilter, useListFilter } from '#web/ui/lists/list-filter.tsx';
import { useStableCallback } from '#web/ui/lists/stable-callback.ts';

/** The text that narrows a list which the server filters. */
export interface ServerFilter extends ListFilter {
  /** Part of the query of the call: the text once the user pauses. */
  readonly query: { readonly q?: string };
}

const PAUSE_MS = 250;
const PARAMETER = 'q';

const clean = (text: string): string => text.trim().slice(0, MAX_FILTER_LENGTH).trim();
const toQuery = (applied: string): ServerFilter['query'] => (applied === '' ? {} : { q: applied });

/** Applies what is typed once the user pauses, and an empty text at once. */
function useApplying(typed: string, applied: string, apply: (text: string) => void): void {
  const text = clean(typed);
  const latest = useStableCallback(apply);
  useEffect(() => {
    if (text === applied) return;
    const timer = setTimeout(() => latest(text), text === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, applied, latest]);
}

/** A filter that is kept in the address of the page. */
export function useAddressFilter(): ServerFilter {
  const [path, navigate] = useLocation();
  const parameters = new URLSearchParams(useSearch());
  const applied = clean(parameters.get(PARAMETER) ?? '');
  const { text, setText, ...filter } = useListFilter(applied);
  const [known, setKnown] = useState(applied);
  if (known !== applied) {
    // Another address was opened, or what was typed is in it now.
    setKnown(applied);
    if (clean(text) !== applied) setText(applied);
  }
  useApplying(text, applied, (typed) => {
    if (typed === '') parameters.delete(PARAMETER);
    else parameters.set(PARAMETER, typed);
    const search = parameters.size > 0 ? `?${parameters}` : '';
    navigate(`${path}${search}${window.location.hash}`, { replace: true });
  });
  return { text, setText, ...filter, query: toQuery(applied) };
}

/** A filter of a list that has no address, such as one in a dialog. */
export function useTypedFilter(): ServerFilter {
  const filter = useListFilter();
  const [applied, setApplied] = useState('');
  useApplying(filter.text, applied, setApplied);
  return { ...filter, query: toQuery(applied) };
}
