import { useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import type { Ocr } from '#shared/contracts/search/ocr-state.ts';
import { ocrLanguageName } from '#shared/domain/ocr/ocr-language-name.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { RecognizeDialog } from './recognize-dialog.tsx';

const STATES = {
  waiting: { tone: 'neutral', label: 'Waiting' },
  done: { tone: 'success', label: 'Recognized' },
  'low-confidence': { tone: 'warning', label: 'Low confidence' },
  unreadable: { tone: 'warning', label: 'Unreadable' },
} as const;

/** Shows how the text of scanned pages was recognized, and lets members have it recognized again; nothing for other files. */
export function RecognitionDetails({ file }: { file: File }) {
  const actor = useActor();
  const [isOpen, setOpen] = useState(false);
  const { ocr } = file;
  if (!ocr) return null;
  const { tone, label } = STATES[ocr.state];
  const mayRecognize = filePolicy.recognizeText(actor, file) && ocr.state !== 'waiting';
  return (
    <section aria-label="Text recognition" className="flex flex-col gap-2 border-line border-t pt-4">
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-ink-muted">Scanned text</span>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="text-ink-muted text-xs">{describe(ocr, file.indexReason)}</p>
      {mayRecognize && (
        <Button size="small" className="self-start" onClick={() => setOpen(true)}>
          Recognize Again…
        </Button>
      )}
      {isOpen && <RecognizeDialog file={file} onClose={() => setOpen(false)} />}
    </section>
  );
}

/** Describes languages and certainty, then what is missing. */
function describe({ confidence, languages }: Ocr, reason: string | null): string {
  const names = languages.map(ocrLanguageName).join(', ');
  const certainty = confidence === null ? [] : [`Confidence ${Math.round(confidence)} of 100.`];
  return [...(names === '' ? [] : [`${names}.`]), ...certainty, ...(reason === null ? [] : [reason])].join(
    ' ',
  );
}
