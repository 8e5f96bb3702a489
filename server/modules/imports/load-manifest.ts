import type { Context } from '#server/app/context.ts';
import { unescapeFormulas } from '#shared/domain/export/escape-formulas.ts';
import type { Candidate } from './list-candidates.ts';
import { type Manifest, readManifest } from './read-manifest.ts';
import type { ReportWriter } from './report.ts';

const MAX_MANIFEST_LINES = 100_000;

/** A manifest with the path of its sheet. */
export interface LoadedManifest extends Manifest {
  readonly source: string;
}

/** Reads the sheet of an import and reports what is wrong with it; undefined if it describes nothing. */
export async function loadManifest(
  ctx: Context,
  source: Candidate,
  report: ReportWriter,
): Promise<LoadedManifest | undefined> {
  const type = /\.xlsx$/i.test(source.path) ? 'xlsx' : 'csv';
  const table = await ctx.documents.tables.read(type, () => source.open(), { maxRows: MAX_MANIFEST_LINES });
  if ('problem' in table) {
    const isLong = table.problem === 'too-many-rows';
    const reason = isLong ? `it has more than ${MAX_MANIFEST_LINES} lines` : 'it cannot be read';
    report.add('manifest', source.path, reason);
    return undefined;
  }
  const manifest = readManifest(
    type === 'csv' ? table.rows.map((row) => row.map(unescapeFormulas)) : table.rows,
  );
  for (const { line, reason } of manifest.problems)
    report.add('manifest', source.path, `line ${line}: ${reason}`);
  return manifest.lines.size === 0 ? undefined : { ...manifest, source: source.path };
}
