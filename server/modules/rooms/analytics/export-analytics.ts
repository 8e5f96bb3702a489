import { Readable } from 'node:stream';
import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { withLongReads } from '#server/authorization/long-reads.ts';
import { spreadsheet } from '#server/engines/archives/archives.ts';
import type { REPORT_FORMATS } from '#shared/contracts/rooms/analytics/analytics.ts';
import { type Analytics, loadAnalytics, type Range } from './load-analytics.ts';
import { type Report, readReport, reportRows } from './report-rows.ts';

type ReportFormat = (typeof REPORT_FORMATS)[number];

export const REPORT_MEDIA_TYPES: Readonly<Record<ReportFormat, string>> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** Exports the analytics of a room as a file, and records that. */
export async function exportAnalytics(
  ctx: Context,
  roomId: number,
  {
    format,
    compare,
    ...range
  }: Range & { readonly format: ReportFormat; readonly compare?: 'previous' | undefined },
): Promise<{ name: string; bytes: Readable }> {
  const { analytics, report } = await withLongReads(
    ctx,
    (ctx) => loadAnalytics(ctx, roomId, range, { isByDay: true }),
    async (ctx, analytics) => {
      const isCompared = compare !== undefined;
      return { analytics, report: await readReport(ctx, analytics, { isCompared }) };
    },
  );
  const bytes = await writeReport(report, analytics, format);
  await audit(ctx, {
    action: 'room.export-analytics',
    object: { kind: 'folder', id: roomId, name: analytics.name },
    details: { format, from: analytics.from, to: analytics.to },
  });
  return { name: `${analytics.name} analytics.${format}`, bytes };
}

async function writeReport(report: Report, analytics: Analytics, format: ReportFormat): Promise<Readable> {
  if (format === 'pdf') {
    const { renderReportPdf } = await import('./report-pdf.ts');
    return Readable.from([await renderReportPdf(report, analytics)], { objectMode: false });
  }
  return format === 'csv'
    ? spreadsheet.csv(reportRows(report))
    : spreadsheet.xlsx(reportRows(report), 'Analytics');
}
