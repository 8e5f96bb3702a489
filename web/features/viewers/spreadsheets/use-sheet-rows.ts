import { useEffect, useState } from 'react';
import type { SheetReader } from './sheet-reader.ts';

/** Rows are fetched by so many; three blocks are kept, which is more than any screen shows. */
const BLOCK_ROWS = 200;
const MAX_BLOCKS = 4;

/** The rows of a sheet that are here, by their index; those from `first` to `end` are on their way if they are not. */
export function useSheetRows(reader: SheetReader, sheet: number, first: number, end: number) {
  const [blocks, setBlocks] = useState<ReadonlyMap<number, string[][]>>(new Map());
  const from = Math.floor(first / BLOCK_ROWS);
  const to = Math.floor(Math.max(first, end - 1) / BLOCK_ROWS);

  useEffect(() => {
    let isStale = false;
    for (let block = from; block <= to; block += 1) {
      void reader.rows(sheet, block * BLOCK_ROWS, (block + 1) * BLOCK_ROWS).then((rows) => {
        if (isStale) return;
        setBlocks((known) =>
          new Map([...known].filter(([at]) => at !== block).slice(1 - MAX_BLOCKS)).set(block, rows),
        );
      });
    }
    return () => {
      isStale = true;
    };
  }, [reader, sheet, from, to]);

  return (row: number): string[] | undefined => blocks.get(Math.floor(row / BLOCK_ROWS))?.[row % BLOCK_ROWS];
}
