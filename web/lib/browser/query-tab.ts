import { useLocation, useSearch } from 'wouter';

/**
 * Returns the tab in the URL (`?tab=security`), or the first one, and a function that selects another tab in the URL, which keeps
 * the parameters `kept`.
 */
export function useQueryTab<Value extends string>(
  values: readonly [Value, ...Value[]],
  kept: readonly string[] = [],
): [Value, (value: Value) => void] {
  const [path, navigate] = useLocation();
  const parameters = new URLSearchParams(useSearch());
  const value = values.find((each) => each === parameters.get('tab')) ?? values[0];
  const others = [...parameters].filter(([name]) => kept.includes(name));
  const select = (tab: Value) =>
    navigate(`${path}?${new URLSearchParams([['tab', tab], ...others])}`, { replace: true });
  return [value, select];
}
