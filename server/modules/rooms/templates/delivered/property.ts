import type { DeliveredTemplate } from './delivered-template.ts';

/** The sale of a building or of a portfolio. */
export const PROPERTY: DeliveredTemplate = {
  key: 'property',
  name: 'Property',
  description: 'Sale or financing of a building or a portfolio, with technical due diligence',
  folders: {
    'Transaction Documents': [
      'Information Memorandum',
      'Process Letters',
      'Draft Purchase Agreement',
      'Valuations',
    ],
    'Property Description': ['Fact Sheet', 'Photographs', 'Location and Surroundings', 'Area Calculations'],
    'Land Register and Title': [
      'Land Register Extracts',
      'Cadastral Maps',
      'Easements',
      'Mortgages and Charges',
      'Purchase History',
    ],
    'Planning and Building Law': [
      'Zoning and Development Plans',
      'Building Permits',
      'Acceptance Certificates',
      'Heritage Protection',
      'Public Charges and Contaminated Sites Register',
    ],
    Tenancy: ['Rent Roll', 'Leases', 'Amendments', 'Rent Deposits', 'Arrears', 'Correspondence with Tenants'],
    'Operating Costs': ['Statements of Service Charges', 'Budgets', 'Utilities', 'Property Tax'],
    'Service Contracts': [
      'Property Management',
      'Facility Management',
      'Maintenance Contracts',
      'Utility Contracts',
    ],
    'Plans and Drawings': ['Site Plans', 'Floor Plans', 'Sections and Elevations', 'Technical Drawings'],
    'Technical Documents': [
      'Construction Description',
      'Heating, Ventilation and Air Conditioning',
      'Electrical Installations',
      'Elevators',
      'Inspection Reports',
      'Capital Expenditure',
    ],
    'Fire Safety': ['Fire Safety Concept', 'Fire Inspections', 'Escape Plans'],
    'Environment and Energy': [
      'Soil Reports',
      'Hazardous Materials',
      'Energy Certificates',
      'Sustainability Certificates',
    ],
    Construction: ['Contracts with Contractors', 'Warranties', 'Defects'],
    Financing: ['Loan Agreements', 'Security'],
    Tax: ['Tax Assessments', 'Value Added Tax'],
    'Insurance and Litigation': ['Insurance Policies', 'Claims History', 'Pending Proceedings'],
  },
  groups: ['Bidders', 'Technical Advisers', 'Lenders'],
  requests: {
    'Title and Planning': [
      'Current extracts from the land register',
      'Cadastral map and list of parcels',
      'Documents on which entries in the land register are based',
      'Building permits with all annexes and acceptance certificates',
      'Information on zoning and on planned changes',
    ],
    Tenancy: [
      'Current rent roll with areas, terms, options and indexation',
      'All leases with amendments',
      'List of rent arrears and of disputes with tenants',
      'List of rent deposits and guarantees',
    ],
    'Operating Costs': [
      'Statements of service charges of the last three years',
      'Property tax assessments',
      'List of costs that cannot be passed on to tenants',
    ],
    Technical: [
      'Floor plans of all levels with areas',
      'Inspection reports on elevators, fire protection and electrical installations',
      'Capital expenditure of the last five years and planned measures',
      'Fire safety concept with evidence of its implementation',
    ],
    Environment: [
      'Soil reports and information from the contaminated sites register',
      'Reports on hazardous materials in the building',
      'Energy certificate and consumption of the last three years',
    ],
    'Legal and Tax': [
      'Contracts with service providers and property managers',
      'Insurance policies and claims of the last five years',
      'Information on the value added tax option for each tenant',
    ],
  },
};
