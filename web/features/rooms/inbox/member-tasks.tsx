import { Approvals } from './approvals.tsx';
import { UploadFolders } from './upload-folders.tsx';

/** Describes what a data room asks of a member of a group: agreements, and documents. */
export function MemberTasks() {
  return (
    <>
      <Approvals />
      <UploadFolders />
    </>
  );
}
