import { PDFDocument } from '@cantoo/pdf-lib';
import { createParagraphPages } from '#server/engines/pdf/paragraph-pages.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { SUBJECT_CATEGORIES } from '#shared/domain/subjects/subject-categories.ts';
import type { StoredRow } from './export-subject.ts';

/** A PDF is built in memory; the other forms are streams and have no such limit. */
const MAX_ROWS = 20_000;

const STYLES = {
  title: { weight: 'bold', size: 18, height: 30 },
  text: { weight: 'regular', size: 10, height: 15 },
  heading: { weight: 'bold', size: 12, height: 26 },
  row: { weight: 'regular', size: 8, height: 12 },
} as const;

interface ExportFacts {
  readonly email: string;
  readonly installation: string;
  readonly createdAt: number;
  readonly rows: AsyncIterable<readonly StoredRow[]>;
}

const formatInstant = (at: number): string => `${isoInstant(at).slice(0, 19).replace('T', ' ')} UTC`;

/** `created_at` and `createdAt` read as "created at". */
const labelOf = (key: string): string => key.replaceAll(/_|(?=[A-Z])/g, ' ').toLowerCase();

function formatValue(key: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && key.endsWith('_at')) return formatInstant(value);
  return JSON.stringify(value) ?? '';
}

/** Writes a row as `field: value` pairs, without the fields that are empty. */
const describe = (data: object): string =>
  Object.entries(data)
    .filter(([, value]) => value !== null && value !== '')
    .map(([key, value]) => `${labelOf(key)}: ${formatValue(key, value)}`)
    .join('; ');

/** Renders what is stored about a person for people to read, by kind: at most 20,000 rows. */
export async function renderExport({
  email,
  installation,
  createdAt,
  rows,
}: ExportFacts): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle(`Personal data of ${email}`);
  const pages = await createParagraphPages(document, STYLES);
  await pages.write('title', 'Personal data');
  await pages.write('text', `Address: ${email}`);
  await pages.write('text', `Installation: ${installation}`);
  await pages.write('text', `Exported: ${formatInstant(createdAt)}`);
  let kind: string | undefined;
  let count = 0;
  for await (const page of rows)
    for (const row of page) {
      count += 1;
      if (count > MAX_ROWS) {
        const limit = MAX_ROWS.toLocaleString('en');
        await pages.write('text', `Only the first ${limit} entries are listed. Export JSON or CSV for all.`);
        return document.save();
      }
      if (row.kind !== kind) await pages.write('heading', SUBJECT_CATEGORIES[row.kind] ?? row.kind);
      kind = row.kind;
      await pages.write('row', describe(row.data));
    }
  if (count === 0) await pages.write('text', 'Nothing is stored about this address.');
  return document.save();
}
