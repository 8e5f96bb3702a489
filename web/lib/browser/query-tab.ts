import { useLocation, useSearch } from 'wouter';

/** Returns the tab in the URL (`?tab=security`), or the first one, and a function that selects another tab in the URL. */
export function useQueryTab<Value extends string>(
  values: readonly [Value, ...Value[]],
): [Value, (value: Value) => void] {
  const [path, navigate] = useLocation();
  const requested = new URLSearchParams(useSearch()).get('tab');
  const value = values.find((each) => each === requested) ?? values[0];
  return [value, (next) => navigate(`${path}?tab=${next}`, { replace: true })];
}
