import { Button } from '../buttons/button.tsx';
import { Notice } from '../feedback/notice.tsx';
import { DialogActions } from './dialog.tsx';
import { useKeepOpen } from './unsaved.ts';

interface SaveActionsProps {
  /** Names what saving does, such as "Create". */
  label: string;
  busy: boolean;
  disabled?: boolean;
  variant?: 'primary' | 'danger';
  onCancel: () => void;
  /** Why it could not be saved. */
  problem?: string | undefined;
}

/**
 * The end of a form in a dialog: what went wrong, and the buttons that leave and save it. While it is being saved, the dialog
 * stays open: a request that was sent cannot be taken back, and its answer may be shown here.
 */
export function SaveActions(props: SaveActionsProps) {
  const { label, busy, disabled = false, variant = 'primary', onCancel, problem } = props;
  useKeepOpen(busy);
  return (
    <>
      {problem !== undefined && (
        <div className="mt-4">
          <Notice tone="danger" urgent>
            {problem}
          </Notice>
        </div>
      )}
      <DialogActions>
        <Button disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant={variant} disabled={disabled} busy={busy}>
          {label}
        </Button>
      </DialogActions>
    </>
  );
}
