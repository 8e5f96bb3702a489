import { Button } from '../buttons/button.tsx';
import { Notice } from '../feedback/notice.tsx';
import { DialogActions } from './dialog.tsx';

interface SaveActionsProps {
  /** Names what saving does, such as "Create". */
  label: string;
  busy: boolean;
  onCancel: () => void;
  /** Why it could not be saved. */
  problem?: string | undefined;
}

/** The end of a form in a dialog: what went wrong, and the buttons that leave and save it. */
export function SaveActions({ label, busy, onCancel, problem }: SaveActionsProps) {
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
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {label}
        </Button>
      </DialogActions>
    </>
  );
}
