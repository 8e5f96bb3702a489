import type { DeliveredTemplate } from './delivered-template.ts';

/** The annual audit of financial statements. */
export const AUDIT: DeliveredTemplate = {
  key: 'audit',
  name: 'Audit',
  description: 'Annual audit of financial statements, with the documents that auditors ask for',
  folders: {
    'Engagement and Planning': [
      'Engagement Letter',
      'Audit Plan and Timetable',
      'Contacts',
      'Earlier Audit Reports',
    ],
    'Legal and Organization': [
      'Articles of Association',
      'Commercial Register',
      'Minutes and Resolutions',
      'Organization Chart',
      'Related Parties',
    ],
    'Financial Statements': [
      'Trial Balance',
      'Draft Financial Statements',
      'Notes',
      'Management Report',
      'Consolidation',
    ],
    'Internal Controls': [
      'Accounting Manual',
      'Process Descriptions',
      'Risk Management',
      'Internal Audit Reports',
      'IT Systems and Access Rights',
    ],
    'Fixed Assets': ['Asset Register', 'Additions and Disposals', 'Depreciation', 'Impairment Tests'],
    Investments: ['Shares in Affiliates', 'Financial Statements of Affiliates', 'Loans to Affiliates'],
    Inventory: ['Inventory Counts', 'Valuation', 'Write-downs'],
    Receivables: ['Aged Receivables', 'Confirmations', 'Allowances', 'Other Receivables'],
    'Cash and Banks': ['Bank Statements', 'Bank Confirmations', 'Cash Counts'],
    Equity: ['Changes in Equity', 'Appropriation of Profit'],
    Provisions: ['Overview of Provisions', 'Pension Reports', 'Letters from Lawyers', 'Warranties'],
    Liabilities: ['Aged Payables', 'Loan Agreements', 'Covenants', 'Other Liabilities'],
    'Revenue and Expenses': ['Revenue Analysis', 'Major Contracts', 'Cost Analysis', 'Cut-off Tests'],
    Payroll: ['Payroll Accounts', 'Headcount', 'Bonuses'],
    Tax: ['Tax Calculation', 'Deferred Tax', 'Assessments and Audits', 'Value Added Tax'],
    Completion: ['Subsequent Events', 'Going Concern', 'Letter of Representation', 'Audit Report'],
  },
  groups: ['Audit Team', 'Tax Advisers'],
  requests: {
    General: [
      'Trial balance at the balance sheet date, with the figures of the previous year',
      'Minutes of all meetings of shareholders and boards during the year and to date',
      'List of related parties and of transactions with them',
      'Organization chart and list of authorized signatories',
    ],
    'Internal Controls': [
      'Descriptions of the purchase, sales and payroll processes',
      'List of accounting systems with their access rights',
      'Reports of internal audit for the year',
    ],
    Assets: [
      'Fixed asset register with additions, disposals and depreciation',
      'Inventory lists with count sheets and valuation',
      'Aged list of trade receivables with payments after the balance sheet date',
      'Bank statements and reconciliations at the balance sheet date',
    ],
    'Equity and Liabilities': [
      'Overview of changes in provisions, with calculations',
      'Actuarial report on pension commitments',
      'Aged list of trade payables',
      'Loan agreements with calculations of the covenants',
      'List of lawyers and of the proceedings that they handle',
    ],
    'Profit and Loss': [
      'Revenue by product and region compared with the previous year and the budget',
      'Analysis of other operating income and expenses',
      'Reconciliation of payroll accounts to the ledger',
    ],
    Tax: ['Calculation of current and deferred tax', 'Tax assessments received during the year'],
    Completion: ['Forecast of liquidity for the next twelve months', 'Signed letter of representation'],
  },
};
