import FileUp from 'lucide-react/icons/file-up';
import { useRef, useState } from 'react';
import type { TermsWithText } from '#shared/contracts/links/terms.ts';
import { MAX_TERMS_DOCUMENT_BYTES, MAX_TERMS_DOCUMENT_PAGES } from '#shared/domain/link-steps.ts';
import { FETCH_ERRORS } from '#web/features/errors/fetch-errors.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { useFiles } from '#web/features/files/api.ts';
import { FolderPicker } from '#web/features/folders/folder-picker.tsx';
import { buildUrl } from '#web/lib/http/call.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import type { ChosenDocument } from './api.ts';

interface DocumentChoiceProps {
  chosen: ChosenDocument | null;
  onChoose: (document: ChosenDocument) => void;
  error?: string;
  /** The terms that are changed, whose document stays unless another one is chosen. */
  terms?: TermsWithText;
}

const MAX_MB = MAX_TERMS_DOCUMENT_BYTES / 1024 ** 2;

/** Chooses the document of terms from the device or from the data room. */
export function DocumentChoice({ chosen, onChoose, error, terms }: DocumentChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isRoomOpen, setRoomOpen] = useState(false);
  const name = chosen ? ('file' in chosen ? chosen.file.name : chosen.name) : terms?.current.document?.name;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" aria-describedby="terms-document-hint">
      <legend className="mb-1 font-medium">Document</legend>
      {name !== undefined && (
        <p className="flex min-w-0 items-center gap-2">
          <FileIcon name={name} />
          <span className="min-w-0 truncate" title={name}>
            {name}
          </span>
          {!chosen && terms && (
            <ButtonLink
              href={buildUrl('GET /api/terms/:id/document', { params: { id: terms.id } })}
              opens="download"
            >
              Download
            </ButtonLink>
          )}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button icon={FileUp} onClick={() => input.current?.click()}>
          {name === undefined ? 'Choose File' : 'Choose Another File'}
        </Button>
        <Button aria-expanded={isRoomOpen} onClick={() => setRoomOpen(!isRoomOpen)}>
          Choose from the Room
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Choose File"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onChoose({ file });
          // Lets the same file be chosen again after it was changed.
          currentTarget.value = '';
        }}
      />
      {isRoomOpen && <FileOfRoom chosen={chosen} onChoose={onChoose} />}
      <p id="terms-document-hint" className="text-ink-muted text-xs">
        At most {MAX_TERMS_DOCUMENT_PAGES} pages and {MAX_MB} MB. Visitors read its pages before they accept.
      </p>
      {error !== undefined && (
        <p role="alert" className="text-danger-ink text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Chooses a file of a folder; its present content is copied. */
function FileOfRoom({ chosen, onChoose }: Pick<DocumentChoiceProps, 'chosen' | 'onChoose'>) {
  const [folderId, setFolderId] = useState<number | null>(null);
  const { data: files, error, refetch } = useFiles(folderId);
  const fileId = chosen && 'fileId' in chosen ? String(chosen.fileId) : '';
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line p-3">
      <FolderPicker value={folderId} onChange={setFolderId} label="Folder of the document" />
      {error && !files ? (
        <LoadError error={error} summary={FETCH_ERRORS.files} onRetry={() => void refetch()} />
      ) : files ? (
        <Select
          label="File"
          hint={
            files.length === 0
              ? 'There are no files in this folder.'
              : 'Later versions do not change the terms.'
          }
          value={fileId}
          options={[
            { value: '', label: 'Choose a file' },
            ...files.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ target }) => {
            const file = files.find(({ id }) => String(id) === target.value);
            if (file) onChoose({ fileId: file.id, name: file.name });
          }}
        />
      ) : (
        <Skeleton className="h-control" />
      )}
    </div>
  );
}
