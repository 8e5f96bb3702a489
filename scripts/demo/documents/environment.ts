import {
  type DocumentSet,
  makeText,
  type SampleDocument,
} from '#server/testing/sample-documents/sample-documents.ts';
import { drawLetterhead } from '../drawing/covers.ts';
import { COLORS, type Drawing } from '../drawing/drawing.ts';
import { drawSitePlan } from '../drawing/plans.ts';
import { drawSignature } from '../drawing/signature.ts';
import { COMMON_VALUES, formatDate } from '../facts/format-facts.ts';
import { MATTERS } from '../facts/liabilities.ts';
import { makePdfDocument } from '../layout/pdf-document.ts';
import { makeScannedLetter } from '../layout/scan.ts';
import { loadTemplate } from '../texts/load-template.ts';

export async function listEnvironmentDocuments(): Promise<DocumentSet> {
  return {
    '09 Environment and Insurance': [
      await makeSoilReport(),
      await makePermit(),
      await makeCertificate(),
      makeText('Insurance Policies.csv', INSURANCE),
    ],
  };
}

const makeSoilReport = (): Promise<SampleDocument> =>
  makePdfDocument({
    name: 'Soil Report Kraków 2026.pdf',
    title: 'Examination of soil and groundwater, Ulica Stalowa 7, Kraków',
    author: 'Terrana Boden',
    date: '2026-04-08',
    text: loadTemplate('soil-report'),
    values: COMMON_VALUES,
    figures: { plan: drawSitePlan() },
    style: {
      typeface: 'sans',
      header: ['Terrana Boden', 'Report 26-0331'],
      footer: '8 April 2026',
      lineHeight: 1.5,
    },
    letterhead: drawLetterhead(
      'Terrana Boden',
      'Soil and groundwater  |  Ulica Olszowa 15, Kraków  |  8 April 2026',
      '#6b5a2a',
    ),
  });

const makePermit = (): Promise<SampleDocument> =>
  makeScannedLetter('Environmental Permit Kraków (scan).pdf', {
    letterhead: drawLetterhead('Regional Directorate for the Environment', 'Kraków', '#2c5f3a'),
    recipient: ['Tarnbrook Polska sp. z o.o.', 'Ulica Stalowa 7', 'Kraków'],
    reference: 'OS.6221.17.2018',
    date: '14 December 2018',
    subject: 'Permit to discharge waste water and to operate a test hall',
    paragraphs: [
      'Tarnbrook Polska sp. z o.o. is permitted to discharge up to 18 cubic metres of waste water a day from the test hall, with a content of copper below 0.5 milligrams in a litre.',
      `This permit is valid until ${formatDate(MATTERS.permitUntil)}. An application for its renewal is to be made not later than nine months before that day.`,
      'A change in the control of the operator is to be reported within 30 days.',
    ],
    signer: 'J. Maleczek',
    role: 'Director',
    stamp: '19 DEC 2018',
  });

const makeCertificate = (): Promise<SampleDocument> =>
  makePdfDocument({
    name: 'ISO 14001 Certificate.pdf',
    title: 'ISO 14001 certificate',
    author: 'Nordmark Certification',
    date: '2025-02-17',
    text: '',
    values: {},
    cover: drawCertificate(),
    style: { typeface: 'sans' },
  });

function drawCertificate(): Drawing {
  const center = (text: string, y: number, size: number, bold = false) => ({
    kind: 'text' as const,
    x: 297,
    y,
    text,
    size,
    bold,
    align: 'center' as const,
    color: COLORS.ink,
  });
  return {
    width: 595,
    height: 842,
    shapes: [
      { kind: 'rect', x: 30, y: 30, width: 535, height: 782, stroke: COLORS.sand, lineWidth: 5 },
      { kind: 'rect', x: 42, y: 42, width: 511, height: 758, stroke: COLORS.navy, lineWidth: 1 },
      center('Nordmark Certification', 130, 20, true),
      center('CERTIFICATE', 220, 38, true),
      center('Environmental management system according to ISO 14001:2015', 262, 13),
      center('Tarnbrook Polska sp. z o.o.', 350, 22, true),
      center('Ulica Stalowa 7, Kraków', 376, 13),
      center('Scope: assembly, testing and calibration of flow meters', 440, 13),
      center('Certificate number NC-14-20417', 500, 12),
      center('Valid from 17 February 2025 to 16 February 2028', 522, 12),
      { kind: 'ellipse', x: 430, y: 660, rx: 58, ry: 58, stroke: COLORS.sand, lineWidth: 6 },
      { kind: 'ellipse', x: 430, y: 660, rx: 46, ry: 46, stroke: COLORS.sand, lineWidth: 1 },
      {
        kind: 'text',
        x: 430,
        y: 657,
        text: 'NORDMARK',
        size: 11,
        bold: true,
        align: 'center',
        color: COLORS.sand,
      },
      { kind: 'text', x: 430, y: 672, text: 'certified', size: 9, align: 'center', color: COLORS.sand },
      drawSignature('Astrid Nordmark', 110, 690, 130),
      { kind: 'line', x1: 100, y1: 702, x2: 280, y2: 702, color: COLORS.ink, lineWidth: 0.8 },
      {
        kind: 'text',
        x: 100,
        y: 718,
        text: 'Astrid Nordmark, head of certification',
        size: 10,
        color: COLORS.ink,
      },
    ],
  };
}

const INSURANCE = `Policy,Insurer,Limit (£),Excess (£),Premium (£),Renewal
Product and public liability,Harbourlight Mutual,${MATTERS.insurance},250000,214000,2027-03-31
Property and business interruption,Harbourlight Mutual,38000000,50000,162000,2027-03-31
Directors and officers,Castellan Re,5000000,25000,46000,2027-06-30
Cyber,Castellan Re,3000000,75000,58000,2027-06-30
Marine cargo,Southwell Marine,1500000,10000,21000,2026-12-31
`;
