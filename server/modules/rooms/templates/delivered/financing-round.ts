import type { DeliveredTemplate } from './delivered-template.ts';

/** The investment of new capital in a growing company. */
export const FINANCING_ROUND: DeliveredTemplate = {
  key: 'financing-round',
  name: 'Financing round',
  description: 'Raising capital from investors, from the pitch to the closing',
  folders: {
    'Investment Overview': ['Pitch Deck', 'Executive Summary', 'Term Sheet', 'Use of Funds'],
    'Corporate Documents': [
      'Articles of Association',
      'Commercial Register',
      'Shareholder Agreements',
      'Shareholder Resolutions',
      'Board Minutes',
    ],
    Capitalization: ['Cap Table', 'Earlier Financing Rounds', 'Convertible Loans', 'Employee Participation'],
    Financials: [
      'Annual Financial Statements',
      'Monthly Reports',
      'Financial Model',
      'Budget',
      'Cash Flow and Runway',
      'Debt and Grants',
    ],
    'Market and Strategy': ['Market Analysis', 'Competitors', 'Business Plan', 'Pricing'],
    'Product and Technology': [
      'Product Overview',
      'Roadmap',
      'Architecture',
      'Security',
      'Open Source Software',
    ],
    'Customers and Sales': [
      'Key Metrics',
      'Sales Pipeline',
      'Customer Contracts',
      'Partnerships',
      'Customer References',
    ],
    'Intellectual Property': [
      'Patents',
      'Trademarks and Domains',
      'Assignments of Inventions',
      'License Agreements',
    ],
    Team: ['Organization Chart', 'Founders', 'Employment Contracts', 'Freelancers', 'Hiring Plan'],
    Legal: ['Supplier Contracts', 'Leases', 'Insurance', 'Data Protection', 'Disputes'],
    Tax: ['Tax Returns', 'Tax Assessments', 'Payroll Tax and Social Security'],
    'Closing Documents': ['Investment Agreement', 'New Shareholder Agreement', 'Conditions and Signatures'],
  },
  groups: ['Lead Investor', 'Other Investors', "Investors' Advisers"],
  requests: {
    Corporate: [
      'Current articles of association and shareholder agreements',
      'Fully diluted cap table before and after the round',
      'Documents of all earlier financing rounds and convertible loans',
      'Terms of the employee participation program, with grants to date',
    ],
    Finance: [
      'Financial statements of the last three financial years',
      'Financial model for the next three years with assumptions',
      'Monthly revenue, costs and cash for the last 24 months',
      'List of loans, grants and guarantees',
    ],
    'Product and Technology': [
      'Description of the architecture and of the main dependencies',
      'List of open source components with their licenses',
      'Report on the latest security test',
    ],
    'Customers and Sales': [
      'Revenue by customer for the last two years',
      'Cohorts, churn and cost of customer acquisition',
      'Contracts with the ten largest customers',
    ],
    'Intellectual Property': [
      'Assignments of inventions and copyrights by founders, employees and freelancers',
      'List of registered trademarks, patents and domains',
    ],
    Team: ['Contracts of the founders and key employees', 'Organization chart and hiring plan'],
    Legal: ['List of pending and threatened disputes', 'Records and policies on data protection'],
  },
};
