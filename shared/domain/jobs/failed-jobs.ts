/** A kind of jobs that failed three times and are not tried again by themselves. */
interface FailedKind {
  /** Tells what stays undone without the job, or who does it then. */
  readonly undone: string;
  /**
   * `retry` where nothing else would ever do what remains; `discard` where the failure was recorded with what was requested, so
   * that another attempt would find nothing to do. Both by default.
   */
  readonly only?: 'retry' | 'discard';
}

const NOT_SENT = 'The mail is not sent.';
const OUTDATED_INDEX =
  'Search may show outdated names and places, or miss documents, until Reindex documents is pressed.';
const NO_RECEIPT = 'The visitor gets no receipt for it.';
const REQUESTED_AGAIN = 'It failed, and says so where it was requested: it can be requested again there.';
const REREAD = 'The document stays as it is found now. Reindex documents reads it again.';

/** The kinds of jobs that do not recur. */
export const FAILED_JOBS = {
  'file.uploaded': { undone: REREAD },
  'file.ocr_requested': { undone: REREAD },
  'file.text_stored': { undone: 'The next exposure check inspects the document.' },
  'file.changed': { undone: OUTDATED_INDEX },
  'files.changed': { undone: OUTDATED_INDEX },
  'files.published': { undone: 'Saved searches may not report the published documents.' },
  'files.ownership_transferred': { undone: OUTDATED_INDEX },
  'folder.changed': { undone: OUTDATED_INDEX },
  'index.rebuild_requested': { undone: 'The search index is not built again.' },
  'file.purged': {
    undone: 'The file that was deleted for good would stay stored.',
    only: 'retry',
  },
  'folder.purged': {
    undone: 'The content that was deleted for good would stay stored.',
    only: 'retry',
  },
  'content.virus_scan_requested': {
    undone: 'The file stays withheld. The command npm run scan scans it again.',
  },
  'content.virus_rescan_requested': {
    undone: 'The result of the last scan stays. The command npm run scan scans again.',
  },
  'files.withheld': { undone: 'The owners are not notified that their files are withheld.' },
  'room.archives_withheld': {
    undone: 'Archives that contain an infected file could still be downloaded.',
    only: 'retry',
  },
  'room.archives_released': { undone: 'The archives stay withheld, and can be created again.' },
  'room.exposure_check_requested': { undone: REQUESTED_AGAIN, only: 'discard' },
  'room.archive_requested': { undone: REQUESTED_AGAIN, only: 'discard' },
  'room.archive_verification_requested': {
    undone: 'The archive is not verified. A verification can be requested again.',
    only: 'discard',
  },
  'room.copy_requested': { undone: REQUESTED_AGAIN, only: 'discard' },
  'certificate.requested': { undone: REQUESTED_AGAIN, only: 'discard' },
  'import.check_requested': { undone: REQUESTED_AGAIN, only: 'discard' },
  'import.apply_requested': { undone: REQUESTED_AGAIN, only: 'discard' },
  'subject.erase': {
    undone: 'The data of the person stays, and the erasure is shown as failed. Request it again.',
  },
  'folder.files_added': { undone: 'Nobody is notified of the new files.' },
  'collaborator.added': { undone: NOT_SENT },
  'account.email_unverified': { undone: NOT_SENT },
  'account.new_device': { undone: NOT_SENT },
  'account.factors_removed': { undone: NOT_SENT },
  'account.passkey_disabled': { undone: NOT_SENT },
  'password.reset_requested': { undone: NOT_SENT },
  'link.code_requested': { undone: NOT_SENT },
  'link.first_visit': { undone: NOT_SENT },
  'mail.queued': { undone: 'The mail is not sent, and is shown as failed in the outbox.' },
  'digests.collect': { undone: 'The changes are mailed with the next ones.' },
  'visitor.entered': { undone: NO_RECEIPT },
  'visitor.left': { undone: NO_RECEIPT },
  'visitor.accepted_terms': { undone: NO_RECEIPT },
  'evidence.tree_head_requested': { undone: 'The audit log is signed within the hour.' },
  'evidence.anchor': { undone: 'The next signed tree head is anchored.' },
  'webhook.due': { undone: 'Its deliveries wait for the next event.' },
} as const satisfies Readonly<Record<string, FailedKind>>;

/** Describes a kind, also one that only an earlier version knew. */
export const describeFailedKind = (kind: string): FailedKind =>
  (FAILED_JOBS as Readonly<Record<string, FailedKind>>)[kind] ?? {
    undone: 'What it would have done stays undone.',
  };
