import { useEffect, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { fileExtension } from '#shared/domain/file-type.ts';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Tabs } from '#web/ui/layout/tabs.tsx';
import { MAX_VIEWABLE_BYTES, useFileBytes } from '../file-bytes.ts';
import type { Passage } from '../passage.ts';
import { DocumentErrorNotice, FileLoadError, ViewerLoadNotice } from '../viewer-errors.tsx';
import type { Sheet } from './sheet.ts';
import { type SheetReader, useSheetReader } from './sheet-reader.ts';
import { SheetTable } from './sheet-table.tsx';

interface SheetViewerProps {
  file: File;
  passage: Passage;
}

/** Shows a workbook or CSV file at the cited sheet and row. */
export function SheetViewer({ file, passage }: SheetViewerProps) {
  const { data: bytes, error, refetch } = useFileBytes(file);
  const [attempt, setAttempt] = useState(1);
  if (file.size > MAX_VIEWABLE_BYTES) return <DocumentErrorNotice file={file} failure="too-large" />;
  if (error && !bytes) return <FileLoadError error={error} onRetry={() => void refetch()} />;
  if (!bytes) return <Loading message="Loading table" />;
  return <LoadedSheets key={attempt} {...{ file, passage, bytes }} onRetry={() => setAttempt(attempt + 1)} />;
}

interface LoadedSheetsProps extends SheetViewerProps {
  bytes: ArrayBuffer;
  onRetry: () => void;
}

function LoadedSheets({ file, passage, bytes, onRetry }: LoadedSheetsProps) {
  const opened = useSheetReader(bytes, ['csv', 'tsv'].includes(fileExtension(file.name)));
  if (!opened) return <Loading message="Reading table" />;
  const { workbook, reader } = opened;
  if ('failure' in workbook)
    return workbook.failure === 'not-loaded' ? (
      <ViewerLoadNotice onRetry={onRetry} />
    ) : (
      <DocumentErrorNotice file={file} failure={workbook.failure} />
    );
  return <Sheets {...{ file, passage, reader }} sheets={workbook.sheets} />;
}

interface SheetsProps extends SheetViewerProps {
  reader: SheetReader;
  sheets: readonly Sheet[];
}

function Sheets({ file, passage, reader, sheets }: SheetsProps) {
  const cited = Math.max(
    0,
    sheets.findIndex(({ name }) => name === passage.sheet),
  );
  const [chosen, setChosen] = useState(String(cited));
  const [found, setFound] = useState<number | null>();
  const { quote } = passage;

  useEffect(() => {
    if (quote === undefined) return;
    let isStale = false;
    void reader.find(cited, quote).then((row) => !isStale && setFound(row));
    return () => {
      isStale = true;
    };
  }, [reader, cited, quote]);

  const table = (sheet: Sheet, index: number) => (
    <div className="flex min-h-0 flex-1 flex-col">
      {sheet.isTruncated && (
        <Notice tone="info">
          This table is very large: only its beginning is shown. Download the file to see all of it.
        </Notice>
      )}
      <SheetTable
        {...{ reader, sheet, index }}
        label={sheet.name || file.name}
        highlightedRow={index === cited ? (found ?? null) : null}
      />
    </div>
  );
  const [only] = sheets;
  return (
    <>
      <div role="status" className="empty:hidden">
        {found === null && (
          <Notice tone="info">The passage could not be located in the table that is shown.</Notice>
        )}
      </div>
      {only && sheets.length === 1 ? (
        table(only, 0)
      ) : (
        <Tabs
          label="Sheets"
          value={chosen}
          onChange={setChosen}
          fills
          tabs={sheets.map((sheet, index) => ({
            value: String(index),
            label: sheet.name,
            content: sheet.rows > 0 ? table(sheet, index) : <Notice tone="info">This sheet is empty.</Notice>,
          }))}
        />
      )}
    </>
  );
}
