import { PDFDocument, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib';
import { createLineWriter } from '#server/engines/pdf/line-writer.ts';
import type { AnalyticsRow } from '#shared/contracts/rooms/analytics/analytics.ts';
import { formatDuration } from '#shared/domain/format.ts';
import { formatChange, formatCount } from '#shared/domain/rooms/figure-change.ts';
import { SCORE_COMPONENTS } from '#shared/domain/rooms/interest-score.ts';
import type { Analytics } from './load-analytics.ts';
import type { Report } from './report-rows.ts';

/** A4 in points. */
const [WIDTH, HEIGHT] = [595, 842];
const MARGIN = 48;
const LINE_HEIGHT = 17;
const BAR = { width: 90, height: 5, color: rgb(0.12, 0.23, 0.46) };
/** The rows that fit on a page below the totals. */
const MAX_ROWS = 30;
const NAME_WIDTH = 180;
const COLUMNS = { visits: 235, downloads: 290, time: 350, last: 457 };
const SIZES = { title: 18, heading: 12, text: 9 };

type Writers = Record<keyof typeof SIZES | 'name', ReturnType<typeof createLineWriter>>;

/** Renders two pages: who is interested, and what is read. */
export async function renderReportPdf(report: Report, analytics: Analytics): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle(`${analytics.name} analytics`);
  const regular = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const fullWidth = WIDTH - 2 * MARGIN;
  const writers = {
    title: createLineWriter(document, bold, SIZES.title, fullWidth),
    heading: createLineWriter(document, bold, SIZES.heading, fullWidth),
    text: createLineWriter(document, regular, SIZES.text, fullWidth),
    name: createLineWriter(document, regular, SIZES.text, NAME_WIDTH),
  };

  const { title, heading, text } = writers;
  const { total, groups, files, before } = report;
  const first = document.addPage([WIDTH, HEIGHT]);
  await title.draw(first, shorten(analytics.name, title.wrap), MARGIN, HEIGHT - 70);
  const days = `${analytics.from} to ${analytics.to}, ${analytics.settings.timeZone}`;
  await text.draw(first, days, MARGIN, HEIGHT - 90);
  let top = HEIGHT - 108;
  const comparison = before
    ? [
        `In parentheses: the change from the days before, ${before.from} to ${before.to}` +
          (before.since === null ? '' : `; the room began on ${before.since}`),
      ]
    : [];
  for (const line of [...text.wrap(describeTotal(total)), ...comparison]) {
    await text.draw(first, line, MARGIN, top);
    top -= LINE_HEIGHT;
  }
  top -= LINE_HEIGHT;
  await heading.draw(first, 'Who is interested', MARGIN, top);
  await drawTable(writers, first, groups, top, 'score');

  const second = document.addPage([WIDTH, HEIGHT]);
  await heading.draw(second, 'What is read', MARGIN, HEIGHT - 70);
  await drawTable(writers, second, files, HEIGHT - 70, 'time');
  let y = 190;
  await heading.draw(second, 'How the score is made', MARGIN, y);
  for (const [component, meaning] of Object.entries(SCORE_COMPONENTS)) {
    y -= LINE_HEIGHT;
    const weight = analytics.settings.weights[component as keyof typeof SCORE_COMPONENTS]; // The keys of the constant.
    await text.draw(second, `${component}, weight ${weight}: ${meaning}`, MARGIN, y);
  }
  return document.save();
}

/** Formats a figure with its change in parentheses, where it is compared. */
function compared(
  row: AnalyticsRow,
  read: (figures: NonNullable<AnalyticsRow['previous']>) => number | null,
  format = formatCount,
): string {
  const now = read(row) ?? 0;
  const before = row.previous ? read(row.previous) : null;
  // The fonts of PDF have a hyphen and no minus.
  return before === null
    ? format(now)
    : `${format(now)} (${formatChange(now, before, format).replace('−', '-')})`;
}

const describeTotal = (total: AnalyticsRow): string =>
  [
    `${compared(total, ({ people }) => people)} people`,
    `${compared(total, ({ visits }) => visits)} visits`,
    `${compared(total, ({ ms }) => ms, formatDuration)} in view`,
    `${compared(total, ({ downloads }) => downloads)} downloads`,
    `${compared(total, ({ questions }) => questions)} questions, ${compared(total, ({ unansweredSearches: count }) => count)} without an answer`,
  ].join(' · ');

/** Draws a table with a bar that compares the last column. */
async function drawTable(
  { text, name }: Pick<Writers, 'text' | 'name'>,
  page: PDFPage,
  rows: readonly AnalyticsRow[],
  top: number,
  shows: 'score' | 'time',
) {
  const most = shows === 'score' ? 100 : Math.max(1, ...rows.map(({ ms }) => ms));
  const last = shows === 'score' ? 'Score' : 'Share of time';
  const headings = {
    visits: shows === 'score' ? 'Visits' : 'People',
    downloads: 'Downloads',
    time: 'In view',
    last,
  };
  for (const [column, label] of Object.entries(headings))
    await text.draw(page, label, COLUMNS[column as keyof typeof COLUMNS], top); // The keys of the constant.
  let y = top - LINE_HEIGHT;
  for (const row of rows.slice(0, MAX_ROWS)) {
    await name.draw(page, shorten(row.name, name.wrap), MARGIN, y);
    const audience = compared(row, ({ visits, people }) => (shows === 'score' ? visits : people));
    await text.draw(page, audience, COLUMNS.visits, y);
    await text.draw(
      page,
      compared(row, ({ downloads }) => downloads),
      COLUMNS.downloads,
      y,
    );
    await text.draw(
      page,
      compared(row, ({ ms }) => ms, formatDuration),
      COLUMNS.time,
      y,
    );
    const value = shows === 'score' ? (row.score ?? 0) : row.ms;
    page.drawRectangle({
      x: COLUMNS.last,
      y,
      width: (BAR.width * value) / most,
      height: BAR.height,
      color: BAR.color,
    });
    if (shows === 'score' && row.score !== null)
      await text.draw(
        page,
        compared(row, ({ score }) => score),
        COLUMNS.last + 30,
        y + BAR.height + 2,
      );
    y -= LINE_HEIGHT;
  }
  if (rows.length > MAX_ROWS) await text.draw(page, `and ${rows.length - MAX_ROWS} more`, MARGIN, y);
  if (rows.length === 0) await text.draw(page, 'Nothing was viewed in these days.', MARGIN, y);
}

function shorten(words: string, wrap: (text: string) => string[]): string {
  const [first = '', ...rest] = wrap(words.replaceAll(/\s/g, ' ').toWellFormed());
  return rest.length === 0 ? first : `${first.slice(0, -1)}…`;
}
