import type { DocumentSet, SampleDocument } from '#server/testing/sample-documents/sample-documents.ts';
import { drawContractCover, drawLetterhead } from '../drawing/covers.ts';
import { drawOrganizationChart } from '../drawing/organization-chart.ts';
import { COMPANY, PEOPLE, SHAREHOLDERS, SUBSIDIARIES } from '../facts/company.ts';
import { DEAL } from '../facts/deal.ts';
import { COMMON_VALUES, formatDate, formatNumber } from '../facts/format-facts.ts';
import { MEETINGS } from '../facts/meetings.ts';
import { makeDocxDocument } from '../layout/docx-document.ts';
import { makePdfDocument } from '../layout/pdf-document.ts';
import { makeScannedLetter } from '../layout/scan.ts';
import { makeXlsxDocument } from '../layout/xlsx-document.ts';
import { loadTemplate } from '../texts/load-template.ts';
import { makeBoardDeck } from './board-deck.ts';

export async function listCorporateDocuments(): Promise<DocumentSet> {
  return {
    '01 Corporate': [
      await makeArticles(),
      await makeShareholdersAgreement(),
      await makeCertificate(),
      makeRegister(),
      await makeStructureChart(),
    ],
    '11 Sellers Only/Board': [makeBoardDeck(), ...MEETINGS.map(makeMinutes)],
  };
}

const makeArticles = (): Promise<SampleDocument> =>
  makePdfDocument({
    name: 'Articles of Association.pdf',
    title: `Articles of association of ${COMPANY.name}`,
    author: COMPANY.name,
    date: '2017-10-09',
    text: loadTemplate('articles'),
    values: COMMON_VALUES,
    style: { header: ['Articles of association', COMPANY.name], lineHeight: 1.45 },
    cover: drawContractCover({
      date: `Adopted on ${formatDate('2017-10-09')}`,
      parties: [COMPANY.name],
      title: 'Articles of Association',
      about: 'of a private company limited by shares',
      note: `Company number ${COMPANY.number}`,
      lawyers: DEAL.sellersLawyers,
    }),
  });

const makeShareholdersAgreement = (): Promise<SampleDocument> =>
  makePdfDocument({
    name: "Shareholders' Agreement 2017.pdf",
    title: `Shareholders' agreement of ${COMPANY.name}`,
    author: DEAL.sellersLawyers,
    date: '2017-10-09',
    text: loadTemplate('shareholders-agreement'),
    values: COMMON_VALUES,
    style: { header: ["Shareholders' agreement", COMPANY.name], lineHeight: 1.5 },
    signatories: SHAREHOLDERS.map(({ name }) => ({
      party: name,
      name: name === 'Ostrevane Growth Fund LP' ? PEOPLE.investorDirector.name : name,
      role: 'shareholder',
      date: formatDate('2017-10-09'),
    })),
  });

const makeCertificate = (): Promise<SampleDocument> =>
  makeScannedLetter('Certificate of Incorporation (scan).pdf', {
    letterhead: drawLetterhead(
      'Registrar of Companies',
      'Certificate of incorporation of a private limited company',
      '#4a4a4a',
    ),
    recipient: [COMPANY.name, 'Bristol'],
    reference: `Company number ${COMPANY.number}`,
    date: formatDate(COMPANY.incorporated),
    subject: 'CERTIFICATE OF INCORPORATION',
    paragraphs: [
      `The Registrar of Companies certifies that ${COMPANY.name} was incorporated on ${formatDate(COMPANY.incorporated)} as a private company limited by shares.`,
      `The situation of its registered office is in England and Wales. The company number is ${COMPANY.number}.`,
    ],
    signer: 'A. Whitcombe',
    role: 'for the Registrar of Companies',
  });

const makeRegister = (): SampleDocument =>
  makeXlsxDocument(
    'Register of Members.xlsx',
    [
      {
        name: 'Members',
        widths: [32, 18, 16, 22, 12],
        frozenRows: 2,
        rows: [
          [{ value: `Register of members of ${COMPANY.name}`, style: 'title' }],
          ['Member', 'Date of entry', 'Certificate', 'Ordinary shares', 'Share'].map((value) => ({
            value,
            style: 'header' as const,
          })),
          ...SHAREHOLDERS.map(({ name, shares }, index) => [
            { value: name, style: 'label' as const },
            { value: index === 2 ? '9 October 2017' : '17 March 2004', style: 'text' as const },
            { value: `No. ${index + 4}`, style: 'text' as const },
            { value: shares, style: 'number' as const },
            { value: `=D${index + 3}/D6`, style: 'percent' as const },
          ]),
          [
            { value: 'Total', style: 'totalLabel' },
            undefined,
            undefined,
            { value: '=SUM(D3:D5)', style: 'total' },
            { value: '=D6/D6', style: 'percent' },
          ],
        ],
      },
    ],
    { title: 'Register of members', author: PEOPLE.secretary.name, date: '2026-08-24' },
  );

const makeStructureChart = (): Promise<SampleDocument> =>
  makePdfDocument({
    name: 'Group Structure Chart.pdf',
    title: 'Structure of the group',
    author: COMPANY.name,
    date: '2026-08-24',
    text: '= Structure of the group\n@figure chart\nIngrid Solheim holds the remaining {{minority.percent}}% of Tarnbrook Norge AS. As at 24 August 2026.',
    values: COMMON_VALUES,
    figures: {
      chart: drawOrganizationChart([
        SHAREHOLDERS.map(
          ({ name, shares, percent }) => [name, `${formatNumber(shares)} shares, ${percent}%`] as const,
        ),
        [[COMPANY.name, `Bristol, number ${COMPANY.number}`]],
        SUBSIDIARIES.map(({ name, place, percent }) => [name, `${place}, ${percent}%`] as const),
      ]),
    },
    style: { typeface: 'sans', header: [COMPANY.name, 'Structure chart'] },
  });

const makeMinutes = (meeting: (typeof MEETINGS)[number]): SampleDocument =>
  makeDocxDocument({
    name: `Board Minutes ${meeting.day.slice(0, 7)}.docx`,
    title: `Board minutes of ${formatDate(meeting.day)}`,
    author: COMPANY.name,
    date: meeting.day,
    text: loadTemplate('board-minutes'),
    values: {
      ...COMMON_VALUES,
      ...Object.fromEntries(Object.entries(meeting).map(([key, text]) => [`meeting.${key}`, text])),
      'meeting.date': formatDate(meeting.day),
    },
    signatories: [
      {
        party: COMPANY.name,
        name: PEOPLE.chair.name,
        role: PEOPLE.chair.role,
        date: formatDate(meeting.day),
      },
    ],
  });
