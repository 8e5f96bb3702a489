import type { Context } from '#server/app/context.ts';
import { type LoadedFile, loadVisibleFiles, toFileResource } from '#server/authorization/load-file.ts';
import { loadVisibleFolders } from '#server/authorization/load-folder.ts';
import { readBlocks } from '#server/modules/search/indexing/stored-blocks.ts';
import type { ExposureFinding } from '#shared/contracts/rooms/exposure.ts';
import { isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import { FINDING_KINDS } from '#shared/domain/rooms/finding-kinds.ts';
import { isWithheld } from '#shared/domain/scans/scan-states.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { findUsernames } from './check-queries.ts';
import { findCompared } from './compared/compared-queries.ts';
import * as queries from './finding-queries.ts';
import { FINDING_PURPOSE } from './inspect-content.ts';
import { loadCheck } from './load-check.ts';
import { describeDrafts } from './selection/describe-selections.ts';
import { findCoveredVersions } from './versions/version-queries.ts';

/** UTF-16 units of the text around a finding. */
const CONTEXT_LENGTH = 80;
const MAX_FOUND_LENGTH = 400;

interface Page {
  readonly limit: number;
  readonly cursor: number | undefined;
}

/** Lists the findings of a check with the text around them; one more than `limit`. */
export async function listFindings(
  ctx: Context,
  checkId: number,
  filter: queries.FindingFilter,
  page: Page,
): Promise<ExposureFinding[]> {
  await loadCheck(ctx, checkId, 'view');
  return presentFindings(ctx, await queries.listFindings(ctx.db, checkId, filter, page));
}

/** Reads the text of findings in files that the actor may see; others may have left the room. */
export async function presentFindings(
  ctx: Context,
  rows: readonly queries.FindingRow[],
): Promise<ExposureFinding[]> {
  const ofFiles = rows.filter(({ folder_id }) => folder_id === null);
  const files = await loadVisibleFiles(ctx, [...new Set(ofFiles.map(({ file_id }) => file_id))]);
  const byId = new Map(files.map((file) => [file.id, file]));
  const folderIds = [...new Set(rows.flatMap(({ folder_id }) => folder_id ?? []))];
  const folders = new Set((await loadVisibleFolders(ctx, folderIds)).map(({ id }) => id));
  const names = await findUsernames(
    ctx.db,
    rows.flatMap(({ decided_by_id }) => decided_by_id ?? []),
  );
  const versions = await readVersions(ctx, ofFiles, files);
  const texts = await readTexts(ctx, ofFiles, versions);
  const draftOf = await describeDrafts(ctx, rows[0]?.check_id, rows);
  return rows.map((row) => ({
    id: row.id,
    fileId: row.folder_id === null ? row.file_id : null,
    fileName: byId.get(row.file_id)?.name ?? null,
    folderId: row.folder_id !== null && folders.has(row.folder_id) ? row.folder_id : null,
    version: row.version,
    versionState: versions.get(keyOf(row.file_id, row.version))?.state ?? null,
    kind: FINDING_KINDS.find((kind) => kind === row.kind) ?? 'comment',
    page: row.page,
    text: texts.get(row.id) ?? readName(row, folders),
    question: row.question,
    draft: draftOf(row),
    isNew: row.is_new === 1,
    decision: row.decision,
    reason: row.reason,
    decidedBy: names.get(row.decided_by_id ?? 0) ?? null,
    decidedAt: isoInstantOrNull(row.decided_at),
  }));
}

type FoundText = NonNullable<ExposureFinding['text']>;

/** The content of a document that the actor may see, in one of the versions that the check covers. */
interface ReadableVersion {
  readonly state: NonNullable<ExposureFinding['versionState']>;
  readonly fileName: string;
  readonly textBlobKey: string | null;
}

const keyOf = (fileId: number, version: number): string => `${fileId} ${version}`;

/**
 * Finds what can be read of documents with findings: their current versions, and the others that the check covers and that are
 * not withdrawn.
 */
async function readVersions(
  ctx: Context,
  rows: readonly queries.FindingRow[],
  files: readonly LoadedFile[],
): Promise<ReadonlyMap<string, ReadableVersion>> {
  const versions = new Map<string, ReadableVersion>();
  const names = new Map(files.map(({ id, name }) => [id, name]));
  const [checkId] = rows.map(({ check_id }) => check_id);
  const staff = files.filter((file) => filePolicy.seeUnpublishedVersions(ctx.actor, toFileResource(file)));
  const others =
    checkId === undefined
      ? []
      : await findCoveredVersions(
          ctx.db,
          checkId,
          staff.map(({ id }) => id),
        );
  for (const { fileId, version, isDraft, isReadable, textBlobKey } of others)
    if (isReadable === 1)
      versions.set(keyOf(fileId, version), {
        state: isDraft === 1 ? 'draft' : 'earlier',
        fileName: names.get(fileId) ?? '',
        textBlobKey,
      });
  const compared = await findCompared(ctx.db, checkId, files);
  for (const { id, version, name, scan_state, text_blob_key } of files) {
    // The spans are those of the text that was compared.
    const textBlobKey = compared.get(id)?.hasText === false ? null : text_blob_key;
    const fileName = compared.get(id)?.name ?? name;
    if (isWithheld(scan_state)) versions.delete(keyOf(id, version));
    else versions.set(keyOf(id, version), { state: 'current', fileName, textBlobKey });
  }
  return versions;
}

async function readTexts(
  ctx: Context,
  rows: readonly queries.FindingRow[],
  versions: ReadonlyMap<string, ReadableVersion>,
): Promise<Map<number, FoundText>> {
  const texts = new Map<number, FoundText>();
  // What was found in a version that is neither current nor covered is not shown: it may be withdrawn.
  for (const [key, ofVersion] of Map.groupBy(rows, ({ file_id, version }) => keyOf(file_id, version))) {
    const version = versions.get(key);
    if (!version) continue;
    for (const { id, span_start, encrypted_value, content_finding_id } of ofVersion) {
      if (encrypted_value) texts.set(id, plain(ctx.encryptor.decrypt(FINDING_PURPOSE, encrypted_value)));
      // Hidden content that was inspected again since is no name.
      else if (span_start === null && content_finding_id === null) texts.set(id, plain(version.fileName));
    }
    const inText = ofVersion.filter(({ span_start }) => span_start !== null);
    if (inText.length > 0 && version.textBlobKey !== null)
      await readSpans(ctx, version.textBlobKey, inText, texts);
  }
  return texts;
}

/** Returns the name of a folder or placeholder as it was when it was checked, with what was found in it. */
function readName(
  { folder_id, folder_name: name, span_start: start, span_end: end }: queries.FindingRow,
  folders: ReadonlySet<number>,
): FoundText | null {
  if (folder_id === null || !folders.has(folder_id) || name === null || start === null || end === null)
    return null;
  return { before: name.slice(0, start), found: name.slice(start, end), after: name.slice(end) };
}

const plain = (found: string): FoundText => ({ before: '', found, after: '' });

async function readSpans(
  ctx: Context,
  textBlobKey: string,
  rows: readonly queries.FindingRow[],
  texts: Map<number, FoundText>,
): Promise<void> {
  const last = Math.max(...rows.map(({ span_start }) => span_start ?? 0));
  for await (const { text, start, end } of readBlocks(ctx, textBlobKey)) {
    if (start > last) return;
    for (const { id, span_start, span_end } of rows) {
      if (span_start === null || span_end === null || span_start < start || span_start >= end) continue;
      const [from, to] = [span_start - start, Math.min(span_end, span_start + MAX_FOUND_LENGTH) - start];
      texts.set(id, {
        before: text.slice(Math.max(0, from - CONTEXT_LENGTH), from).toWellFormed(),
        found: text.slice(from, to).toWellFormed(),
        after: text.slice(to, to + CONTEXT_LENGTH).toWellFormed(),
      });
    }
  }
}
