import type { SampleDocument } from '#server/testing/sample-documents/sample-documents.ts';
import { drawContractCover } from '../drawing/covers.ts';
import { COMPANY, PEOPLE } from '../facts/company.ts';
import { CUSTOMERS, type Customer, SUPPLIERS } from '../facts/contracts.ts';
import { COMMON_VALUES, flattenFacts, formatDate, formatNumber, tableOf } from '../facts/format-facts.ts';
import { LEASES, type Lease } from '../facts/leases.ts';
import { FACILITY } from '../facts/liabilities.ts';
import type { Signatory } from '../layout/document-source.ts';
import { makeDocxDocument } from '../layout/docx-document.ts';
import { makePdfDocument } from '../layout/pdf-document.ts';
import { loadTemplate } from '../texts/load-template.ts';

const LAWYERS = 'Penhallow Stoke LLP';

const makeLease = (lease: Lease): Promise<SampleDocument> => {
  const { place, area, rent, date, landlord, tenant, premises } = lease;
  const isAbroad = lease.key !== 'bristol';
  const fixtures = [
    ['Item', 'Number', 'Condition at handover'],
    ['Overhead crane, 3.2 tonnes', Math.round(area / 1_800), 'inspected, sticker valid'],
    ['Sectional gates, 4.0 by 4.5 metres', Math.round(area / 650), 'two with worn seals'],
    ['Ventilation units with heat recovery', Math.round(area / 900), 'filters renewed'],
    ['Fire extinguishers, 6 litres of foam', Math.round(area / 110), 'serviced'],
    ['Network cabinets with patch panels', Math.round(area / 1_200) + 1, 'empty'],
    ['Workplace lighting, LED', Math.round(area / 9), 'complete'],
  ];
  const costs = [
    ['Heating and hot water', 'half by area, half by meter', rent * 0.006],
    ['Water and sewage', 'by meter', rent * 0.0012],
    ['Property tax and insurance of the building', 'by area', rent * 0.0028],
    ['Cleaning of common areas, winter service', 'by area', rent * 0.0019],
    ['Lifts, gates and fire alarm, servicing', 'by area', rent * 0.0014],
    ['Management', '3% of the Rent at most', rent * 0.0022],
  ].map(([name, basis, cost]) => [String(name), String(basis), Math.round(Number(cost) / 10) * 10]);
  const values = {
    ...COMMON_VALUES,
    ...flattenFacts({
      lease: { ...lease, translation: isAbroad, freeControl: lease.changeOfControl === '' },
    }),
    'tables.fixtures': tableOf(fixtures),
    'tables.costs': tableOf(costs),
  };
  return makePdfDocument({
    name: `Lease ${place}.pdf`,
    title: `Lease of ${premises}`,
    author: landlord,
    date,
    text: loadTemplate('lease'),
    values,
    style: {
      header: [`Lease of ${premises}`, formatDate(date)],
      footer: `${landlord} and ${tenant}`,
      lineHeight: 1.45,
      margin: 80,
    },
    cover: drawContractCover({
      date: `Dated ${formatDate(date)}`,
      parties: [landlord, tenant],
      title: 'Lease',
      about: `of ${premises}`,
      note: isAbroad ? 'Convenience translation' : 'Counterpart',
      lawyers: LAWYERS,
    }),
    signatories: [
      { party: landlord, name: landlordSigner(lease.key), role: 'managing director', date: formatDate(date) },
      { party: tenant, name: PEOPLE.ceo.name, role: 'director', date: formatDate(date) },
    ],
  });
};

const LANDLORD_SIGNERS: Record<string, string> = {
  bristol: 'Martin Avonley',
  hamburg: 'Birgit Elbers',
  krakow: 'Marek Wislok',
  oslo: 'Sigrid Solvik',
};
const landlordSigner = (key: string): string => LANDLORD_SIGNERS[key] ?? 'N. N.';

export const listLeases = (): Promise<SampleDocument[]> => Promise.all(LEASES.map(makeLease));

export const listCustomerAgreements = (): Promise<SampleDocument[]> =>
  Promise.all(CUSTOMERS.map(makeFrameworkAgreement));

function makeFrameworkAgreement(customer: Customer): Promise<SampleDocument> {
  const { name, date, share } = customer;
  const base = 380 + share * 3;
  const prices = [
    ['Article', 'Up to 5,000 a year, £', 'Above 5,000 a year, £'],
    ['Brookline 300, DN 15 to DN 20', (base * 0.28).toFixed(2), (base * 0.26).toFixed(2)],
    ['Brookline 300, DN 50', (base * 0.92).toFixed(2), (base * 0.87).toFixed(2)],
    ['Brookline 300, DN 100', (base * 1.9).toFixed(2), (base * 1.8).toFixed(2)],
    ['EchoTrace set with two sensors', (2_310 + share * 5).toFixed(2), (2_190 + share * 5).toFixed(2)],
    ['TideHub, each connected meter and year', '14.00', '12.60'],
    ['Recalibration of a meter', '38.50', '36.00'],
  ];
  return makePdfDocument({
    name: `Framework Agreement ${name.replace(/ (?:plc|GmbH|AS|S\.A\.|Limited)$/, '')}.pdf`,
    title: `Framework supply agreement with ${name}`,
    author: COMPANY.name,
    date,
    text: loadTemplate('framework-agreement'),
    values: { ...COMMON_VALUES, ...flattenFacts({ customer }), 'tables.prices': tableOf(prices) },
    style: { header: [`${COMPANY.short} and ${name}`, 'Framework supply agreement'], lineHeight: 1.4 },
    signatories: signBoth(name, `Authorised signatory of ${name}`, formatDate(date)),
  });
}

const signBoth = (other: string, signer: string, date: string): Signatory[] => [
  { party: COMPANY.name, name: PEOPLE.ceo.name, role: PEOPLE.ceo.role, date },
  { party: other, name: signer, role: 'by power of attorney', date },
];

export const listSupplierAgreements = (): SampleDocument[] =>
  SUPPLIERS.map((supplier) =>
    makeDocxDocument({
      name: `Supply Agreement ${supplier.name.replace(/ (?:GmbH|Limited|BV)$/, '')}.docx`,
      title: `Supply agreement with ${supplier.name}`,
      author: COMPANY.name,
      date: supplier.date,
      text: loadTemplate('supply-agreement'),
      values: {
        ...COMMON_VALUES,
        ...flattenFacts({ supplier: { ...supplier, minimumYearly: supplier.minimum > 0 } }),
      },
      signatories: signBoth(
        supplier.name,
        `Authorised signatory of ${supplier.name}`,
        formatDate(supplier.date),
      ),
    }),
  );

export const makeFacilityAgreement = (): Promise<SampleDocument> =>
  makePdfDocument({
    name: 'Facility Agreement Mossgate Bank.pdf',
    title: `Facility agreement with ${FACILITY.bank}`,
    author: FACILITY.bank,
    date: FACILITY.date,
    text: loadTemplate('facility-agreement'),
    values: COMMON_VALUES,
    style: {
      header: ['Facility agreement', formatDate(FACILITY.date)],
      footer: FACILITY.bank,
      lineHeight: 1.4,
    },
    cover: drawContractCover({
      date: `Dated ${formatDate(FACILITY.date)}`,
      parties: [COMPANY.name, FACILITY.bank],
      title: 'Facility Agreement',
      about: `£${formatNumber(FACILITY.term)} term loan and £${formatNumber(FACILITY.revolving)} revolving credit facility`,
      note: 'Execution version',
      lawyers: 'Quarrel Denby LLP',
    }),
    signatories: [
      { party: COMPANY.name, name: PEOPLE.cfo.name, role: PEOPLE.cfo.role, date: formatDate(FACILITY.date) },
      {
        party: FACILITY.bank,
        name: 'Harriet Mosscroft',
        role: 'director, corporate banking',
        date: formatDate(FACILITY.date),
      },
    ],
  });
