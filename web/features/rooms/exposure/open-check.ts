import { useLocation, useSearch } from 'wouter';

const PARAMETER = 'check';

const writeOpenCheck = (id: number): string => new URLSearchParams({ [PARAMETER]: String(id) }).toString();

/** Returns the address of a check on the page of its group. */
export const addressOfCheck = ({
  id,
  roomId,
  groupId,
}: {
  id: number;
  roomId: number;
  groupId: number;
}): string => `/rooms/${roomId}/exposure/${groupId}?${writeOpenCheck(id)}`;

/** Reads from the query of an address which check is to be opened. */
export function readOpenCheck(search: string): number | null {
  const id = new URLSearchParams(search).get(PARAMETER) ?? '';
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
}

/**
 * Returns the check that the address opens (`?check=7`), and a function that opens another one in the address, or with `null` the
 * newest.
 */
export function useOpenCheck(): [number | null, (id: number | null) => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const open = (id: number | null) =>
    navigate(id === null ? path : `${path}?${writeOpenCheck(id)}`, { replace: true });
  return [readOpenCheck(search), open];
}
