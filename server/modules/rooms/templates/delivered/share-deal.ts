import type { DeliveredTemplate } from './delivered-template.ts';

/** The sale of a company through its shares. */
export const SHARE_DEAL: DeliveredTemplate = {
  key: 'share-deal',
  name: 'Share deal',
  description: 'Sale of a company through its shares, with full due diligence',
  folders: {
    'Transaction Documents': [
      'Information Memorandum',
      'Process Letters',
      'Draft Share Purchase Agreement',
      'Vendor Due Diligence Reports',
    ],
    'Corporate Documents': [
      'Articles of Association',
      'Commercial Register',
      'Shareholders and Capital',
      'Shareholder Resolutions',
      'Board Minutes',
      'Group Structure',
    ],
    'Financial Information': [
      'Annual Financial Statements',
      'Management Accounts',
      'Budget and Business Plan',
      'Working Capital',
      'Net Debt',
    ],
    Financing: ['Loan Agreements', 'Security and Guarantees', 'Leasing', 'Bank Accounts'],
    Tax: ['Tax Returns', 'Tax Assessments', 'Tax Audits', 'Transfer Pricing', 'Tax Disputes'],
    'Commercial Contracts': [
      'Customer Contracts',
      'Supplier Contracts',
      'Distribution and Agency',
      'Standard Terms and Conditions',
      'Cooperation and Joint Ventures',
    ],
    Employees: [
      'List of Employees',
      'Standard Employment Contracts',
      'Management Contracts',
      'Incentive Plans',
      'Pensions',
      'Collective Agreements',
    ],
    'Intellectual Property': [
      'Patents',
      'Trademarks and Domains',
      'Software and Copyright',
      'License Agreements',
    ],
    'Information Technology': ['Systems and Infrastructure', 'IT Contracts', 'Information Security'],
    'Data Protection': ['Policies and Records', 'Processor Agreements', 'Incidents and Authorities'],
    'Real Estate': ['Owned Property', 'Leases'],
    'Permits and Compliance': ['Permits and Licenses', 'Compliance Program', 'Investigations'],
    Insurance: ['Insurance Policies', 'Claims History'],
    Litigation: ['Pending Proceedings', 'Threatened Claims'],
    Environment: ['Environmental Permits', 'Environmental Reports'],
  },
  groups: ['Bidders', "Bidders' Advisers", 'Clean Team', 'Lenders'],
  requests: {
    Corporate: [
      'Current articles of association of the company and each subsidiary',
      'Current extracts from the commercial register',
      'List of shareholders with the full chain of title to the shares',
      'Minutes of shareholder and board meetings of the last three years',
    ],
    Finance: [
      'Audited financial statements of the last three financial years',
      'Management accounts for the current financial year, by month',
      'Business plan and budget with the main assumptions',
      'Schedule of financial debt, guarantees and security',
      'Analysis of working capital by month for the last 24 months',
    ],
    Tax: [
      'Tax returns and assessments of the last four years',
      'Reports on the most recent tax audits',
      'Transfer pricing documentation',
    ],
    Commercial: [
      'Contracts with the ten largest customers',
      'Contracts with the ten largest suppliers',
      'List of contracts that end or may be terminated on a change of control',
    ],
    Employees: [
      'Anonymized list of employees with function, age, length of service and salary',
      'Contracts of the managing directors and key employees',
      'Overview of pension commitments, with actuarial reports',
    ],
    'Intellectual Property and IT': [
      'List of registered intellectual property rights',
      'List of essential software with license terms',
      'Description of information security measures and of incidents in the last three years',
    ],
    'Legal and Compliance': [
      'List of pending and threatened proceedings with the amounts in dispute',
      'List of permits that the business needs',
      'Compliance policies and reports on internal investigations',
    ],
  },
};
