import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { ReaderAction, ReaderState } from '#web/lib/documents/reader-state.ts';

/** The open document of a viewer, as the controls need it. */
export interface Reader {
  readonly state: ReaderState;
  readonly send: (action: ReaderAction) => void;
}

interface ReaderBar {
  readonly reader: Reader | null;
  readonly setReader: (reader: Reader | null) => void;
}

const ReaderBarContext = createContext<ReaderBar | null>(null);

/** Lets the bar of a page control the viewer inside it. */
export function ReaderBarProvider({ children }: { children: ReactNode }) {
  const [reader, setReader] = useState<Reader | null>(null);
  const bar = useMemo(() => ({ reader, setReader }), [reader]);
  return <ReaderBarContext value={bar}>{children}</ReaderBarContext>;
}

/** Returns whether a bar outside of the viewer shows its controls. */
export const useHasReaderBar = (): boolean => useContext(ReaderBarContext) !== null;

/** Returns the document that the bar controls; null until it is open, and for files without pages. */
export const useReader = (): Reader | null => useContext(ReaderBarContext)?.reader ?? null;

/** Shows the controls of a document in the bar around it, if there is one, while the caller is mounted. */
export function useReaderInBar(state: ReaderState | null, send: (action: ReaderAction) => void): void {
  const setReader = useContext(ReaderBarContext)?.setReader;
  const latest = useRef(send);
  latest.current = send;
  // A new object for each render would render the bar, and with it the viewer, without end.
  const fields = JSON.stringify(state);
  useEffect(() => {
    if (fields === 'null') return;
    const shown = JSON.parse(fields) as ReaderState; // written above
    setReader?.({ state: shown, send: (action) => latest.current(action) });
  }, [setReader, fields]);
  useEffect(() => () => setReader?.(null), [setReader]);
}
