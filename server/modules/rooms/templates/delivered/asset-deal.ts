import type { DeliveredTemplate } from './delivered-template.ts';

/** The sale of a business through its assets and contracts. */
export const ASSET_DEAL: DeliveredTemplate = {
  key: 'asset-deal',
  name: 'Asset deal',
  description: 'Sale of a business or site through its assets, contracts and employees',
  folders: {
    'Transaction Documents': ['Information Memorandum', 'Process Letters', 'Draft Asset Purchase Agreement'],
    'Business and Carve-out': [
      'Description of the Business',
      'Scope of the Sale',
      'Excluded Assets and Liabilities',
      'Shared Services',
      'Transitional Services',
    ],
    'Seller Authority': ['Articles of Association', 'Commercial Register', 'Approvals and Consents'],
    'Financial Information': [
      'Carve-out Financial Statements',
      'Management Accounts',
      'Budget and Business Plan',
      'Allocation of the Purchase Price',
    ],
    'Fixed Assets': [
      'Asset Register',
      'Machinery and Equipment',
      'Vehicles',
      'Maintenance Records',
      'Leased Assets',
    ],
    Inventory: ['Inventory Lists', 'Valuation', 'Goods of Third Parties'],
    Contracts: [
      'Customer Contracts',
      'Supplier Contracts',
      'Service Contracts',
      'Contracts That Need Consent to Transfer',
    ],
    'Security and Liens': ['Retention of Title', 'Pledges and Transfers of Security', 'Releases'],
    Employees: [
      'List of Transferring Employees',
      'Employment Contracts',
      'Pensions',
      'Information of Employees',
      'Collective Agreements',
    ],
    'Intellectual Property': [
      'Patents and Designs',
      'Trademarks and Domains',
      'Know-how',
      'License Agreements',
    ],
    'Information Technology': ['Systems', 'Software Licenses', 'Data Migration'],
    'Real Estate': ['Owned Property', 'Leases', 'Building Permits'],
    'Permits and Environment': ['Operating Permits', 'Transfer of Permits', 'Environmental Reports'],
    Tax: ['Value Added Tax', 'Real Estate Transfer Tax', 'Liability for Business Taxes'],
    'Insurance and Litigation': ['Insurance Policies', 'Claims History', 'Pending Proceedings'],
  },
  groups: ['Bidders', "Bidders' Advisers", 'Lenders'],
  requests: {
    'Scope of the Sale': [
      'List of all assets that are part of the sale',
      'List of assets and liabilities that stay with the seller',
      'Description of services that other parts of the group provide to the business',
    ],
    Finance: [
      'Carve-out financial statements of the last three financial years',
      'Management accounts for the current financial year',
      'Reconciliation of the carve-out figures to the audited statements',
    ],
    Assets: [
      'Asset register with location, age and book value',
      'Evidence of title to the main assets',
      'List of assets that are leased or subject to rights of third parties',
      'Current inventory list with valuation and age',
    ],
    Contracts: [
      'List of contracts to be transferred, with terms and notice periods',
      'List of contracts whose transfer needs the consent of the other party',
      'Contracts with the ten largest customers and suppliers',
    ],
    Employees: [
      'Anonymized list of the employees who transfer',
      'Collective agreements and works agreements that apply',
      'Draft of the information of employees about the transfer',
    ],
    'Permits and Environment': [
      'List of permits and whether each can be transferred',
      'Environmental reports on the sites',
      'Correspondence with authorities of the last three years',
    ],
    Tax: [
      'Assessment of the value added tax treatment of the sale',
      'Certificates of the tax office on tax arrears',
    ],
  },
};
