import { useLocation, useSearch } from 'wouter';

/** The tab that the address names, as in `?tab=security`, the first one otherwise; and a way to another, which the address then names. */
export function useQueryTab<Value extends string>(
  values: readonly [Value, ...Value[]],
): [Value, (value: Value) => void] {
  const [path, navigate] = useLocation();
  const named = new URLSearchParams(useSearch()).get('tab');
  const value = values.find((each) => each === named) ?? values[0];
  return [value, (next) => navigate(`${path}?tab=${next}`, { replace: true })];
}
