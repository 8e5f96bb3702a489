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

/** Opens a workbook in a worker; `undefined` while loading. A crashed worker means a damaged file. */
export function useSheetReader(bytes: ArrayBuffer, isText: boolean): OpenedWorkbook | undefined {
  const [opened, setOpened] = useState<OpenedWorkbook>();

  useEffect(() => {
    const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' });
    const waiting = new Map<number, (answer: unknown) => void>();
    let count = 0;
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
    worker.addEventListener('message', ({ data }: MessageEvent<{ id: number; answer: unknown }>) => {
      waiting.get(data.id)?.(data.answer);
      waiting.delete(data.id);
    });
    worker.addEventListener('error', () => setOpened({ reader, workbook: { failure: 'damaged' } }));
    void request<Workbook>({ request: 'open', bytes, isText }).then((workbook) =>
      setOpened({ reader, workbook }),
    );
    return () => {
      worker.terminate();
      setOpened(undefined);
    };
  }, [bytes, isText]);

  return opened;
}
