import {
  type DocumentSet,
  makeText,
  type SampleDocument,
  toSampleDocument,
} from '#server/testing/sample-documents/sample-documents.ts';
import { drawLetterhead } from '../drawing/covers.ts';
import { drawOnCanvas } from '../drawing/draw-on-canvas.ts';
import { drawMeter } from '../drawing/illustrations.ts';
import { COMMON_VALUES } from '../facts/format-facts.ts';
import { makePdfDocument } from '../layout/pdf-document.ts';
import { loadTemplate } from '../texts/load-template.ts';
import { makeProductFilm } from './product-film.ts';

export async function listTechnologyDocuments(): Promise<DocumentSet> {
  return {
    '10 Products and Technology': [
      makeProductFilm(),
      toSampleDocument(
        'Brookline 300.jpg',
        drawOnCanvas(drawMeter(1600, 1000), 1).toBuffer('image/jpeg', 82),
      ),
      await makePenetrationTest(),
      makeText('IT Systems.json', `${JSON.stringify(SYSTEMS, null, 2)}\n`),
      makeText('Information Security Policy.md', loadTemplate('security-policy')),
    ],
  };
}

const makePenetrationTest = (): Promise<SampleDocument> =>
  makePdfDocument({
    name: 'Penetration Test 2026-02.pdf',
    title: 'Penetration test of TideHub, February 2026',
    author: 'Ashgrove Security',
    date: '2026-03-09',
    text: loadTemplate('penetration-test'),
    values: COMMON_VALUES,
    style: { typeface: 'sans', header: ['Ashgrove Security', 'Confidential'], lineHeight: 1.5 },
    letterhead: drawLetterhead('Ashgrove Security', 'Report 2026-017  |  9 March 2026', '#403a5a'),
  });

const SYSTEMS = [
  {
    system: 'Enterprise resource planning',
    vendor: 'Hansaform',
    yearlyCost: '£184,000',
    users: 210,
    supportEnds: '2029-12-31',
  },
  {
    system: 'Product data management',
    vendor: 'Cadmora',
    yearlyCost: '£61,000',
    users: 48,
    supportEnds: '2028-06-30',
  },
  {
    system: 'TideHub hosting',
    vendor: 'Skerry Cloud',
    yearlyCost: '£427,000',
    users: 212,
    supportEnds: '2027-09-30',
  },
  { system: 'Payroll', vendor: 'Penlohn', yearlyCost: '£22,000', users: 6, supportEnds: '2027-03-31' },
  {
    system: 'Customer relationship management',
    vendor: 'Brightdesk',
    yearlyCost: '£39,000',
    users: 44,
    supportEnds: '2028-02-28',
  },
];
