import { useEffect, useState } from 'react';
import type { Workbook } from './sheet.ts';
import type { SheetRequest } from './sheet-worker.ts';

/** Reads rows from a workbook that stays in the worker; the page holds only visible rows. */
export interface SheetReader {
  rows(sheet: number, first: number, end: number): Promise<string[][]>;
  /** Finds the row that a quote refers to. */
  find(sheet: number, quote: string): Promise<number | null>;
}

interface OpenedWorkbook {
  reader: SheetReader;
  workbook: Workbook;
}

type SheetWorker = Pick<Worker, 'postMessage'> & Pick<EventTarget, 'addEventListener'>;

/** Opens a workbook in a worker; `undefined` while loading. */
export function useSheetReader(bytes: ArrayBuffer, isText: boolean): OpenedWorkbook | undefined {
  const [opened, setOpened] = useState<OpenedWorkbook>();

  useEffect(() => {
    const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' });
    openInWorker(worker, { bytes, isText }, setOpened);
    return () => {
      worker.terminate();
      setOpened(undefined);
    };
  }, [bytes, isText]);

  return opened;
}

/**
 * Has a worker open a workbook. A worker that crashes means a damaged file, unless it has not said that it is ready: then its
 * code could not be loaded.
 */
export function openInWorker(
  worker: SheetWorker,
  file: { bytes: ArrayBuffer; isText: boolean },
  onOpened: (opened: OpenedWorkbook) => void,
): void {
  const waiting = new Map<number, (answer: unknown) => void>();
  let count = 0;
  let isLoaded = false;
  const request = <Answer>(question: SheetRequest) =>
    new Promise<Answer>((resolve) => {
      count += 1;
      waiting.set(count, (answer) => resolve(answer as Answer)); // the worker answers each request with its own type
      worker.postMessage({ id: count, question });
    });
  const reader: SheetReader = {
    rows: (sheet, first, end) => request({ request: 'rows', sheet, first, end }),
    find: (sheet, quote) => request({ request: 'find', sheet, quote }),
  };
  const receive = ({ data }: MessageEvent<{ id: number; answer: unknown }>) => {
    isLoaded = true;
    waiting.get(data.id)?.(data.answer);
    waiting.delete(data.id);
  };
  worker.addEventListener('message', receive as EventListener); // the type of its events
  worker.addEventListener('error', () =>
    onOpened({ reader, workbook: { failure: isLoaded ? 'damaged' : 'not-loaded' } }),
  );
  void request<Workbook>({ request: 'open', ...file }).then((workbook) => onOpened({ reader, workbook }));
}
