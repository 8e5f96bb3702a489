import { Notice } from '../feedback/notice.tsx';

/** Says where the input of a form comes from that the person has not entered just now. */
export function RestoredNotice() {
  return (
    <div className="mb-4">
      <Notice tone="info">
        You entered this before your session ended. It is not saved yet. Passwords and files were not kept.
      </Notice>
    </div>
  );
}
