import type { SampleDocument } from '#server/testing/sample-documents/sample-documents.ts';
import { drawContractCover } from '../drawing/covers.ts';
import { COMPANY, PEOPLE, SHAREHOLDERS, SUBSIDIARIES } from '../facts/company.ts';
import { CUSTOMERS, SUPPLIERS } from '../facts/contracts.ts';
import { BIDDERS, DEAL } from '../facts/deal.ts';
import { ebitdaOf, figureOf } from '../facts/finance.ts';
import { COMMON_VALUES, formatDate, formatNumber, tableOf } from '../facts/format-facts.ts';
import { PATENTS, TRADE_MARKS } from '../facts/intellectual-property.ts';
import { LEASES } from '../facts/leases.ts';
import { makePdfDocument } from '../layout/pdf-document.ts';
import { loadTemplate } from '../texts/load-template.ts';
import { listBalanceSheetRows } from './financial-statements.ts';

export function makePurchaseAgreement(): Promise<SampleDocument> {
  const parts = ['1-sale', '2-protection', '3-schedules', '4-limits-and-tax'];
  return makePdfDocument({
    name: 'Share Purchase Agreement (draft 3).pdf',
    title: `Share Purchase Agreement, ${COMPANY.name}, draft 3`,
    author: DEAL.sellersLawyers,
    date: DEAL.draftDate,
    text: loadTemplate(...parts.map((part) => `purchase-agreement/${part}`)),
    values: { ...COMMON_VALUES, ...listTables() },
    style: {
      header: [`${DEAL.sellersLawyers}: draft 3, ${formatDate(DEAL.draftDate)}`, DEAL.project],
      footer: 'Confidential. Subject to contract.',
      lineHeight: 1.78,
      margin: 88,
    },
    cover: drawContractCover({
      date: 'Dated [•] December 2026',
      parties: ['The Sellers named in this Agreement', BIDDERS.corvane.name],
      title: 'Share Purchase Agreement',
      about: `relating to all of the shares of ${COMPANY.name}`,
      note: `Draft 3: ${formatDate(DEAL.draftDate)}`,
      lawyers: DEAL.sellersLawyers,
    }),
    signatories: [
      { party: PEOPLE.ceo.name, name: PEOPLE.ceo.name, role: 'Seller' },
      { party: PEOPLE.cto.name, name: PEOPLE.cto.name, role: 'Seller' },
      {
        party: 'Ostrevane Growth Fund LP',
        name: PEOPLE.investorDirector.name,
        role: 'authorised signatory of its manager',
      },
      { party: BIDDERS.corvane.name, name: BIDDERS.corvane.contact, role: 'General Counsel' },
    ],
  });
}

function listTables(): Record<string, string> {
  const price = DEAL.equityPrice;
  return {
    'figures.revenue2025': formatNumber(figureOf('revenue', 2025)),
    'figures.ebitda2025': formatNumber(ebitdaOf(2025)),
    'figures.netDebt2025': formatNumber(figureOf('netDebt', 2025)),
    'tables.sellers': tableOf([
      ['Seller', 'Ordinary shares', 'Percent', 'Part of the Consideration, £'],
      ...SHAREHOLDERS.map(({ name, shares, percent }) => [
        name,
        shares,
        `${percent}%`,
        (price * percent) / 100,
      ]),
      ['Total', COMPANY.shares, '100%', price],
    ]),
    'tables.subsidiaries': tableOf([
      ['Name', 'Seat', 'Registered number', 'Held by the Company', 'Employees', 'Activity'],
      ...SUBSIDIARIES.map(({ name, place, country, number, percent, employees, activity }) => [
        name,
        `${place}, ${country}`,
        number,
        `${percent}%`,
        employees,
        activity,
      ]),
    ]),
    'tables.permitted': tableOf([
      ['Payment', 'Recipient', 'Amount, £'],
      [
        'Salaries and contractual benefits',
        `${PEOPLE.ceo.name}, ${PEOPLE.cto.name}`,
        `${formatNumber(PEOPLE.ceo.salary + PEOPLE.cto.salary)} a year`,
      ],
      ['Bonus for 2025', `${PEOPLE.ceo.name}, ${PEOPLE.cto.name}`, '164,500'],
      ['Monitoring fee', 'Manager of Ostrevane Growth Fund LP', '60,000 a year'],
      ['Expenses of directors, on receipts', 'All directors', 'up to 25,000'],
      ['Part of the premium for insurance of directors and officers', 'Insurer', '18,400'],
    ]),
    ...listPropertyTables(),
    ...listContractTables(),
    ...listIntellectualPropertyTables(),
    'tables.balance': tableOf([['£ thousand', '31 December 2025'], ...listBalanceSheetRows(2025)]),
  };
}

function listPropertyTables(): Record<string, string> {
  return {
    'tables.properties': tableOf([
      ['Property', 'Tenant', 'Landlord', 'Lease dated', 'Term ends', 'Rent a year', 'Notice'],
      ...LEASES.map(({ premises, tenant, landlord, date, until, currency, rent, noticeMonths }) => [
        premises,
        tenant,
        landlord,
        formatDate(date),
        formatDate(until),
        `${currency}${formatNumber(rent)}`,
        `${noticeMonths} months`,
      ]),
    ]),
    'lists.properties': LEASES.map(
      ({ premises, use, area, currency, deposit, renewal, changeOfControl }) =>
        `- **${premises}**: used as ${use}; lettable area ${formatNumber(area)} square metres; deposit ${currency}${formatNumber(deposit)}. ${renewal} ${changeOfControl}`,
    ).join('\n'),
  };
}

function listContractTables(): Record<string, string> {
  return {
    'tables.customers': tableOf([
      ['Customer', 'Goods', 'Agreement dated', 'Term ends', 'Notice', 'Share of revenue 2025'],
      ...CUSTOMERS.map(({ name, goods, date, until, noticeMonths, share }) => [
        name,
        goods,
        formatDate(date),
        formatDate(until),
        `${noticeMonths} months`,
        `${share}%`,
      ]),
    ]),
    'tables.suppliers': tableOf([
      ['Supplier', 'Goods', 'Agreement dated', 'Term ends', 'Notice', 'Spend 2025, £'],
      ...SUPPLIERS.map(({ name, goods, date, until, noticeMonths, spend }) => [
        name,
        goods,
        formatDate(date),
        formatDate(until),
        `${noticeMonths} months`,
        spend,
      ]),
    ]),
  };
}

function listIntellectualPropertyTables(): Record<string, string> {
  return {
    'tables.patents': tableOf([
      ['Number', 'Title', 'Filed', 'Expires'],
      ...PATENTS.map(({ number, title, filed, expires }) => [
        number,
        title,
        formatDate(filed),
        formatDate(expires),
      ]),
    ]),
    'tables.marks': tableOf([
      ['Mark', 'Register', 'Number', 'Classes', 'Renewal'],
      ...TRADE_MARKS.map(({ mark, register, number, classes, renewal }) => [
        mark,
        register,
        number,
        classes,
        formatDate(renewal),
      ]),
    ]),
  };
}
