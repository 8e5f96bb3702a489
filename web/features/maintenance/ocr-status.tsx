import { useQuery } from '@tanstack/react-query';
import type { OcrStatus as Status } from '#shared/contracts/search/ocr.ts';
import { ocrLanguageName } from '#shared/domain/ocr/ocr-language-name.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { call } from '#web/lib/http/call.ts';
import { FigureList } from '#web/ui/display/figure-list.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Card } from '#web/ui/layout/card.tsx';

const ENGINES: Readonly<Record<Status['engine'], string>> = {
  native: 'Scans are read by the Tesseract that is installed on the machine, in a sandbox.',
  wasm: 'Scans are read by the included Tesseract (WebAssembly), in a process without permissions.',
  off: 'OCR is turned off by the setting TESSERACT_PATH. The text of scans is not found.',
};

/** Shows the engine that recognizes scans, its languages and its queue, for administrators. */
export function OcrStatus() {
  const { data, error, refetch } = useQuery({
    queryKey: ['ocr-status'],
    queryFn: ({ signal }) => call('GET /api/admin/ocr', {}, signal),
  });
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  const { engine, languages, damaged, waiting, running, failed, pagesPerMinute } = data;
  return (
    <div className="flex flex-col gap-3">
      {damaged.length > 0 && (
        <Notice tone="warning">
          {damaged.map((file) => `${file} is not valid OCR data.`).join(' ')} Install the language again, or
          delete the file in DATA_DIR/ocr.
        </Notice>
      )}
      <Card aria-label="Text recognition" className="flex flex-col gap-5 p-5">
        <p>{ENGINES[engine]}</p>
        <FigureList
          figures={[
            ['Waiting', waiting],
            ['Running', running],
            ['Failed', failed],
            ['Pages per minute', pagesPerMinute ?? '–'],
          ]}
        />
        {engine !== 'off' && (
          <div>
            <h2 className="font-medium">Languages</h2>
            <p>{languages.map(ocrLanguageName).join(', ')}</p>
            <p className="text-ink-muted text-xs">
              More are installed on the server, for example with: npm run ocr-languages -- deu fra
            </p>
          </div>
        )}
      </Card>
    </div>
  );
}
