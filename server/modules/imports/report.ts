import type { ImportProblem, ImportProblemKind, ImportReport } from '#shared/contracts/imports/imports.ts';

const MAX_LISTED_PROBLEMS = 1_000;

/** Collects what a check finds; lists the first problems and counts all. */
export interface ReportWriter {
  add(kind: ImportProblemKind, path: string, reason: string): void;
  finish(totals: Pick<ImportReport, 'folders' | 'files' | 'bytes'>): ImportReport;
}

export function createReportWriter(): ReportWriter {
  const problems: ImportProblem[] = [];
  const counts: ImportReport['counts'] = {};
  return {
    add(kind, path, reason) {
      counts[kind] = (counts[kind] ?? 0) + 1;
      // The names of an archive may be anything.
      if (problems.length < MAX_LISTED_PROBLEMS)
        problems.push({ kind, path: path.slice(0, 1_000).toWellFormed(), reason });
    },
    finish: (totals) => ({ ...totals, counts, problems }),
  };
}
