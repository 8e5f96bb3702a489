import { type FormEvent, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SaveActions } from '#web/ui/overlays/save-actions.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { useRecognizeFile } from './recognition-api.ts';

/** Has a file's scanned pages recognized again, in other languages if the user chooses some. */
export function RecognizeDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const [chosen, setChosen] = useState<string[]>([]);
  const recognize = useRecognizeFile(file.id);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    recognize.mutate(chosen.length > 0 ? chosen : 'auto', { onSuccess: onClose });
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Recognize Again"
      description="The text of scanned pages is read again. Search finds the text from before until then."
    >
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <LanguageChoice
          legend="Languages"
          hint="Choose the languages of the document. Without a choice they are detected."
          chosen={chosen}
          onChange={setChosen}
        />
        {recognize.error && (
          <Notice tone="danger" urgent>
            {getErrorMessage(recognize.error)}
          </Notice>
        )}
        <SaveActions label="Recognize" busy={recognize.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
