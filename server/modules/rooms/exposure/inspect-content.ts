import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Services } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import type { HiddenFinding, TextFinding } from '#server/engines/documents/document-engine.ts';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import { senderOf, toRenderableDocument } from '#server/modules/files/pages/renderable-document.ts';
import { isWithheld } from '#shared/domain/scans/scan-states.ts';
import { createValueHash } from './hash-value.ts';
import { findFileToScan, findScan, findTextBlob, type ScannedFile, saveScan } from './scan-queries.ts';

/** Raise it when the rules find more: older scans are then repeated by the next check. */
export const SCAN_RULES = 2;

/** Authenticated with the encrypted values of hidden findings. */
export const FINDING_PURPOSE = 'content finding';

/** Inspects the content of a file after its text was stored. */
export async function scanStoredText(
  services: Services,
  { fileId, blobKey }: DomainEvents['file.text_stored'],
  signal: AbortSignal,
): Promise<void> {
  const file = await findFileToScan(services.db, fileId);
  if (file?.blob_key === blobKey) await scanContent(services, file, signal);
}

/** Finds personal data and hidden content in the current version of a file and stores it, once for each version and text. */
export async function scanContent(services: Services, file: ScannedFile, signal: AbortSignal): Promise<void> {
  if (isWithheld(file.scan_state)) return;
  const { db } = services;
  const before = await findScan(db, file.id, file.current_version);
  if (before?.rules === SCAN_RULES && before.text_blob_key === file.text_blob_key) return;
  const { scan, rows } = await inspectContent(services, file, signal);
  await saveScan(db, file, scan, rows);
}

/**
 * Inspects the content and the stored text of a version, the current one or another; returns the rows that say what was found.
 */
export async function inspectContent(services: Services, file: ScannedFile, signal: AbortSignal) {
  const { documents, now } = services;
  const hidden = await documents.inspection.findHidden(toRenderableDocument(services, file), signal);
  const inText = await findInStoredText(services, file, signal);
  const isComplete = hidden.isComplete && inText.isComplete;
  const scan = {
    file_id: file.id,
    version: file.current_version,
    text_blob_key: file.text_blob_key,
    rules: SCAN_RULES,
    is_complete: isComplete ? 1 : 0,
    scanned_at: now(),
  } as const;
  return { scan, rows: await toRows(services, file, [...inText.findings, ...hidden.findings]) };
}

async function findInStoredText(services: Services, file: ScannedFile, signal: AbortSignal) {
  const blob = file.text_blob_key === null ? undefined : await findTextBlob(services.db, file.text_blob_key);
  if (!blob) return { findings: [], isComplete: true };
  const open = async (): Promise<Readable> => {
    const stored = { key: blob.key, size: blob.size, wrappedKey: blob.wrapped_key };
    const text = createGunzip();
    // An error reaches the reader as that of the last stream.
    pipeline(await services.blobs.open(stored), text, () => {});
    return text;
  };
  return services.documents.inspection.findInText({ owner: String(senderOf(file)), bytes: open }, signal);
}

async function toRows(
  services: Services,
  { id, current_version: version }: ScannedFile,
  findings: readonly (TextFinding | HiddenFinding)[],
) {
  const hash = createValueHash(services);
  const yieldIfDue = createEventLoopYield();
  const rows = [];
  for (const finding of findings) {
    const { kind, page = null, value } = finding;
    const place =
      'start' in finding
        ? { span_start: finding.start, span_end: finding.end, encrypted_value: null }
        : {
            span_start: null,
            span_end: null,
            encrypted_value: services.encryptor.encrypt(FINDING_PURPOSE, value),
          };
    rows.push({ file_id: id, version, kind, page, value_hash: hash(kind, value), ...place });
    await yieldIfDue();
  }
  return rows;
}
