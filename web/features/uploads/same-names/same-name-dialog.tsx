import { useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { SameNameChoice } from './same-names.ts';

/** Maximum number of names; the rest is counted. */
const MAX_SHOWN = 5;

export interface SameNameAnswer {
  choice: SameNameChoice;
  isRemembered: boolean;
}

interface SameNameDialogProps {
  names: readonly string[];
  /** `null` cancels the upload. */
  onAnswer: (answer: SameNameAnswer | null) => void;
}

/** Asks what becomes of uploads whose names the folder has already. */
export function SameNameDialog({ names, onAnswer }: SameNameDialogProps) {
  const [isRemembered, setRemembered] = useState(false);
  const answer = (choice: SameNameChoice) => onAnswer({ choice, isRemembered });
  const count =
    names.length === 1 ? 'A file with this name is' : `${names.length} files with these names are`;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onAnswer(null)}
      title="Same Name"
      description={`${count} in this folder already. A new version replaces the content and keeps permissions, links and views.`}
    >
      <div className="flex flex-col gap-4">
        <ul aria-label="Files" className="rounded-md border border-line">
          {names.slice(0, MAX_SHOWN).map((name) => (
            <li
              key={name}
              className="flex items-center gap-2.5 border-line border-b px-3 py-1.5 last:border-b-0"
            >
              <FileIcon name={name} />
              <span className="min-w-0 truncate" title={name}>
                {name}
              </span>
            </li>
          ))}
          {names.length > MAX_SHOWN && (
            <li className="px-3 py-1.5 text-ink-muted">and {names.length - MAX_SHOWN} more</li>
          )}
        </ul>
        <Checkbox
          label="Remember my choice until the page is reloaded"
          checked={isRemembered}
          onChange={(event) => setRemembered(event.currentTarget.checked)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => answer('skip')}>Skip</Button>
          <Button onClick={() => answer('another')}>Another File</Button>
          <Button variant="primary" onClick={() => answer('version')}>
            New Version
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
