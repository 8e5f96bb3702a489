import type { Services } from '#server/app/context.ts';
import { toRenderableDocument } from '#server/modules/files/pages/renderable-document.ts';
import { storeBlocks } from '#server/modules/search/indexing/stored-blocks.ts';
import { isWithheld } from '#shared/domain/scans/scan-states.ts';
import { inspectContent, SCAN_RULES } from '../inspect-content.ts';
import { findScan, type ScannedFile } from '../scan-queries.ts';
import { findVersionToScan, saveVersionScan, saveVersionText } from './scan-version-queries.ts';
import type { VersionKey } from './version-queries.ts';

/**
 * Finds personal data and hidden content in a version that is not the current one, and stores it. What was found before stays.
 */
export async function scanVersion(services: Services, key: VersionKey, signal: AbortSignal): Promise<void> {
  const found = await findVersionToScan(services.db, key);
  if (!found || isWithheld(found.scan_state)) return;
  const file = await readText(services, found, signal);
  const before = await findScan(services.db, file.id, file.current_version);
  if (before?.rules === SCAN_RULES && before.text_blob_key === file.text_blob_key) return;
  const { scan, rows } = await inspectContent(services, file, signal);
  await saveVersionScan(services.db, file, scan, rows);
}

/** Reads the text of a draft, and of a version that was replaced before its text was read. Without the text in images. */
async function readText(services: Services, file: ScannedFile, signal: AbortSignal): Promise<ScannedFile> {
  if (file.text_blob_key !== null || file.index_status !== 'pending') return file;
  const extraction = await services.documents.extraction.extract(
    toRenderableDocument(services, file),
    signal,
  );
  const text = 'blocks' in extraction ? await storeBlocks(services, extraction.blocks) : undefined;
  const hasImages = 'imagePages' in extraction && extraction.imagePages.length > 0;
  const status = hasImages && extraction.status === 'indexed' ? 'partly' : extraction.status;
  const isKept = await saveVersionText(services.db, file, text, { status, now: services.now() });
  if (isKept) return { ...file, text_blob_key: text?.key ?? null, index_status: status };
  if (text) await services.blobs.remove(text.key);
  return file;
}
