/** Assumptions of the financial model for 2023 to 2030; growth until 2025 follows from the revenue. */
export const DRIVERS = [
  ['Growth of meters', [0, 0.128, 0.131, 0.105, 0.095, 0.085, 0.075, 0.07]],
  ['Growth of leak locators', [0, 0.142, 0.145, 0.13, 0.12, 0.11, 0.1, 0.09]],
  ['Growth of subscriptions', [0, 0.205, 0.216, 0.2, 0.185, 0.17, 0.15, 0.14]],
  ['Growth of services', [0, 0.06, 0.067, 0.05, 0.05, 0.05, 0.05, 0.05]],
  ['Materials, share of revenue', [0.4, 0.395, 0.39, 0.387, 0.384, 0.381, 0.379, 0.377]],
  ['Personnel, share of revenue', [0.325, 0.318, 0.31, 0.304, 0.3, 0.297, 0.294, 0.292]],
  ['Other expenses, share of revenue', [0.127, 0.125, 0.125, 0.127, 0.126, 0.125, 0.125, 0.124]],
  ['Tax rate', [0.177, 0.189, 0.201, 0.2, 0.22, 0.23, 0.235, 0.24]],
  ['Capital expenditure, share of revenue', [0.056, 0.057, 0.058, 0.06, 0.055, 0.052, 0.05, 0.05]],
  ['Working capital, share of revenue', [0.227, 0.22, 0.21, 0.202, 0.2, 0.198, 0.196, 0.195]],
  ['Interest rate on net debt', [0.061, 0.083, 0.082, 0.078, 0.075, 0.072, 0.07, 0.07]],
] as const;
