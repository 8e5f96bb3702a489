import type { JobRights } from '#server/authorization/job-rights.ts';
import { enqueueJobs, type NewJob } from '#server/engines/queue/job-queue.ts';
import type { Context } from './context.ts';

/** Codes of Tesseract, or the language that each page is in. */
export type OcrLanguages = readonly string[] | 'auto';

/** OCR results of a file so far. */
export interface OcrProgress {
  readonly total: number;
  readonly words: number;
  /** The sum over the words. */
  readonly confidence: number;
  readonly engine: 'native' | 'wasm' | null;
  /** In the order of their first page. */
  readonly languages: readonly string[];
  /** Pages whose words are too uncertain, that took too long, and whose image could not be read. */
  readonly unreadable: readonly number[];
  readonly late: readonly number[];
  readonly failed: readonly number[];
}

/** Events that a module publishes for later modules; each becomes a job in the transaction of the change itself. */
export interface DomainEvents {
  /** The text of a file must be extracted. Nothing is done when the blob is no longer the content of the file. */
  'file.uploaded': {
    fileId: number;
    blobKey?: string | undefined;
    /** Languages of OCR that somebody chose; otherwise those of the room. */
    languages?: OcrLanguages | undefined;
  };
  /**
   * The text of a file in a room with groups was stored, or a file without text was added. Nothing is done when the blob is no
   * longer its content.
   */
  'file.text_stored': { fileId: number; blobKey: string };
  /** A manager asked what a group would learn from the documents of a room. */
  'room.exposure_check_requested': { checkId: number };
  /** A manager asked for an archive of a room, or to have one verified. */
  'room.archive_requested': { archiveId: number } & JobRights;
  /** An administrator confirmed the erasure of a person. */
  'subject.erase': { erasureId: number };
  /** Somebody asked for a disclosure certificate. */
  'certificate.requested': { certificateId: number };
  'room.archive_verification_requested': { archiveId: number };
  /** A manager asked for copies of entries of a room in another room. */
  'room.copy_requested': {
    copyId: number;
    entries: readonly { kind: 'folder' | 'file'; id: number }[];
  } & JobRights;
  /** New content awaits its scan for viruses; until then it is withheld. */
  'content.virus_scan_requested': { blobKey: string };
  /** An operator wants stored content scanned again. It stays as it is until then. */
  'content.virus_rescan_requested': { blobKey: string };
  /** A virus was found in content of these files, or it could not be scanned: their owners learn of it. */
  'files.withheld': { fileIds: readonly number[]; blobKey: string };
  /** The same for archives of rooms, which contain such a file. */
  'room.archives_withheld': { fileIds: readonly number[] };
  /** The content of these files is clean after all. */
  'room.archives_released': { fileIds: readonly number[] };
  /** A file was renamed, moved, restored or deleted. */
  'file.changed': { fileId: number };
  /** The same for many files at once, as one job. */
  'files.changed': { fileIds: readonly number[] };
  /** The time of a publication has come, and readers see its files. Nothing is done when it was canceled. */
  'files.published': { publicationId: number };
  /** Pages of a file are images whose text can be recognized; `gap` says what else is missing of its text. */
  'file.ocr_requested': {
    fileId: number;
    blobKey?: string | undefined;
    pages: readonly number[];
    gap: string | null;
    languages?: OcrLanguages | undefined;
    /**
     * The stored text of the file that the recognized pages are added to, `null` when it has none. Another text since then comes
     * with another request, and this one does nothing. Absent in jobs of earlier versions.
     */
    textBlobKey?: string | null | undefined;
    /** Pages that the jobs before this one recognized. */
    progress?: OcrProgress | undefined;
  };
  /** A folder was renamed, moved, deleted or restored, and with it the place of every file below it. */
  'folder.changed': { folderId: number };
  /** A folder was removed from the trash for good; its rows are removed in batches. */
  'folder.purged': { folderId: number };
  'file.purged': { fileId: number };
  /** The sources of an import are to be unpacked and checked, or what it contains added. */
  'import.check_requested': { importId: number } & JobRights;
  'import.apply_requested': { importId: number } & JobRights;
  /** Files were added to a folder, `fileId` first. Published once for all files that are added before it is handled. */
  'folder.files_added': { folderId: number; fileId: number };
  /** The user `byId` made another user a collaborator. */
  'collaborator.added': { folderId: number; userId: number; byId: number };
  /** An account registered itself, or changed its address: a mailed link confirms it. */
  'account.email_unverified': { userId: number };
  /** Somebody signed in to an account on a device that did not sign in to it before. */
  'account.new_device': { userId: number; device: string; address: string; at: number };
  /** A second factor of an account was removed; `remains` unless it was the last one. */
  'account.factors_removed': {
    userId: number;
    byAdministrator: boolean;
    removed?: string;
    remains?: boolean;
  };
  /** A passkey was disabled because its counter went back. */
  'account.passkey_disabled': { userId: number; name: string };
  /** Someone asked for a link to reset the password of the account with this address, if there is one. */
  'password.reset_requested': { email: string };
  /** A browser on an access page asked for a code; `attempt` is the hash of its token in hex. */
  'link.code_requested': { attempt: string };
  /** Somebody entered through a link for the first time, and its owner asked for a mail about it. */
  'link.first_visit': { linkId: number; email: string; verified: boolean };
  /** Something changed in a root folder of which a reader wants mails without waiting for an hour. */
  'digests.collect': { rootId: number };
  /** A mail is in the outbox. */
  'mail.queued': { mailId: number };
  /** A user received the files of another: those in the root are searched by their owner. */
  'files.ownership_transferred': { ownerId: number };
  /** A visitor opened an invitation, or left it. */
  'visitor.entered': { invitationId: number };
  'visitor.left': { invitationId: number };
  /** A visitor accepted terms in or on the way into a link. */
  'visitor.accepted_terms': { invitationId: number };
  /** Something was recorded that a signed tree head is to cover now, and not within the hour. */
  'evidence.tree_head_requested': object;
  /** The newest tree head goes to where administrators want it kept. */
  'evidence.anchor': object;
  /** Something happened that a webhook sends, or a delivery of it is due. */
  'webhook.due': { webhookId: number };
  /** An administrator requested a rebuild of the search index. */
  'index.rebuild_requested': object;
}

interface PublishOptions {
  /** Milliseconds until the event is handled. */
  delayMs?: number;
  /** Nothing is published while an event with this key waits. */
  dedupeKey?: string;
  /** The user for whom the event is handled: users take turns in text extraction. */
  ownerId?: number;
}

/** Publishes an event. Must run inside `transaction`, so that the event is stored exactly when the change is. */
export async function publish<K extends keyof DomainEvents>(
  ctx: Context,
  event: K,
  payload: DomainEvents[K],
  { delayMs = 0, dedupeKey, ownerId }: PublishOptions = {},
): Promise<void> {
  if (!ctx.db.isTransaction) throw new Error(`The event ${event} was published outside a transaction`);
  const job = {
    payload,
    runAt: ctx.now() + delayMs,
    ...(dedupeKey !== undefined && { dedupeKey }),
    ...(ownerId !== undefined && { ownerId }),
  };
  await enqueueEvents(ctx.db, event, [job], ctx.now());
}

interface QueuedEvent<Payload extends object> extends Omit<NewJob, 'kind'> {
  readonly payload: Payload;
}

/** Adds the jobs of events of one kind. In a transaction they are committed together with the change that causes them. */
export const enqueueEvents = <K extends keyof DomainEvents>(
  db: Context['db'],
  event: K,
  events: readonly QueuedEvent<DomainEvents[K]>[],
  now: number,
): Promise<void> =>
  enqueueJobs(
    db,
    events.map((queued) => ({ ...queued, kind: event })),
    now,
  );
