/** Statements of the annual report of each year beside its figures. */
export const ANNUAL_TEXTS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  2023: {
    chair:
      'The year began with a shortage of radio modules and ended with the best quarter in the history of the Company. Management bought modules on the open market for nine weeks rather than let customers wait. That cost about £0.6 million and kept every framework agreement.',
    meetings: 'seven',
    markets:
      'English utilities entered the last two years of their regulatory period and brought meter programmes forward. In Germany the order to remote reading of heat and water consumption took effect for new meters. Orders from Spain fell because of elections.',
    results:
      'Flow meters grew by 11%, leak locators by 16%. Subscriptions to TideHub passed £5 million for the first time.',
    investment: 'The largest item was the shell of the second assembly line in Kraków, with £0.9 million.',
    financing:
      'On 14 June 2023 the Company agreed facilities of £18 million and £5 million with Mossgate Bank plc, which replaced three older loans.',
    people: '23 more than a year before, most of them in Kraków. Turnover of staff was 9.4%.',
    research:
      'Development cost £3.4 million, of which £1.0 million was capitalised. The Company claims research and development relief for 41 employees, among them the TideHub team.',
    environment:
      'Since April all sites buy electricity from renewable sources. The packaging of meters has been changed to cardboard without foam.',
    payGap: '11.8',
    control:
      'The audit committee commissioned a review of stock in Kraków after differences of £140 thousand at the count in June; the causes have been removed.',
    dividend: 'The directors do not recommend a dividend.',
    signed: '26 April 2024',
    auditMatters:
      'We addressed the allocation of prices in contracts that combine meters and subscriptions, and the existence of stock in Kraków, where we attended the count in December.',
    materiality: '172',
    customers: 'One customer, Meridell Waterworks plc, accounted for more than 10% of revenue, with 15.1%.',
    provisions: 'The provision for warranties is 1.1% of the revenue of the last 24 months.',
    borrowing:
      'The term loan of £18 million is repaid by half-yearly instalments of £900 thousand until 14 June 2028. It bears interest at SONIA and a margin of 2.75%.',
    pension: 'The deficit was £2.6 million at the end of the year.',
    contingent:
      'There are no contingent liabilities other than guarantees for the performance of contracts of £0.8 million.',
    after:
      'In February 2024 the Company signed the framework agreement with Harrowby & Lisle Utilities Limited for five years.',
  },
  2024: {
    chair:
      'The second line in Kraków started in November, six weeks late and within its budget. Until it ran, stock was built up to keep deliveries safe, and for one quarter leverage was above the limit agreed with the bank. Mossgate Bank raised the limit on 30 September 2024. By December leverage was well below it.',
    meetings: 'eight',
    markets:
      'The revised directive on drinking water obliges utilities to assess their leakage by 2026. Tenders now ask for meters and leak detection together, which only few makers offer. Competition in simple meters has become harsher, with prices down by 3%.',
    results:
      'Leak locators grew by 14%, helped by the agreement with Vassenfjord Vann AS. Materials fell to 39.5% of revenue because brass became cheaper.',
    investment: 'The second assembly line took £1.6 million and is able to make 95,000 meters a year.',
    financing:
      'By the letter of 30 September 2024 Mossgate Bank plc raised the limit of leverage to 3.00 times until 31 December 2025 and the margin to 3.00% for the same time.',
    people: 'of whom 109 worked in Kraków. Turnover of staff was 8.1%.',
    research:
      'Development cost £3.9 million, of which £1.2 million was capitalised. The algorithm of EchoTrace now separates two leaks that lie less than three metres apart.',
    environment:
      'Energy use of the works in Kraków was reduced by 14% for each meter. A first balance of emissions along the supply chain has been drawn up.',
    payGap: '10.2',
    control: 'Access rights in the planning system were reviewed and 46 unused accounts were closed.',
    dividend: 'The directors do not recommend a dividend, as the facility agreement did not permit one.',
    signed: '24 April 2025',
    auditMatters:
      'We addressed compliance with the covenants of the facility agreement, including the waiver of 30 September 2024, and the capitalisation of development costs.',
    materiality: '225',
    customers:
      'Two customers accounted for more than 10% of revenue: Meridell Waterworks plc with 14.8% and Stadtwerke Ostermoor GmbH with 10.9%.',
    provisions: 'Returns of meters remained at 0.7% of deliveries.',
    borrowing: 'The term loan stood at £15.3 million. Until 31 December 2025 the margin is 3.00%.',
    pension: 'The deficit was £2.2 million at the end of the year.',
    contingent: 'Guarantees for the performance of contracts amounted to £1.1 million.',
    after: 'No event after the end of the year requires disclosure.',
  },
  2025: {
    chair:
      'Tarnbrook has doubled its revenue in six years. In 2025 every product grew, the margin reached its highest level and net debt fell below one and a half times EBITDA. The claim of our largest customer about one batch of meters is the exception in a very good year. The shareholders have told the board that they intend to examine a sale of the Company in 2026.',
    meetings: 'nine',
    markets:
      'In England the new regulatory period began, with 40% more funds for metering than the last one. German utilities replace meters one year ahead of the legal dates. The revised directive is being put into national law, and tenders for leak detection have doubled.',
    results:
      'Flow meters grew by 13%, leak locators by 15% and subscriptions by 22%. Prices rose by 2.4% on average.',
    investment:
      'Half of it went into tools and test benches for the hot water meter, £0.7 million into the laboratory in Bristol.',
    financing:
      'All covenants were met on every test date. The higher limit of leverage ended on 31 December 2025.',
    people: 'of whom 118 worked in Kraków, 41 in Hamburg and 14 in Oslo. Turnover of staff was 7.6%.',
    research:
      'Development cost £4.4 million, of which £1.4 million was capitalised. Field trials of a meter for 90 degrees began with four utilities.',
    environment:
      'Emissions of the sites fell by 18%. The share of recycled brass in meter bodies has reached 64%.',
    payGap: '9.1',
    control: 'A penetration test was prepared, which took place in February 2026.',
    dividend: 'The directors do not recommend a dividend.',
    signed: '22 April 2026',
    auditMatters:
      'We addressed the provision for the claim of Meridell Waterworks plc, for which we read the opinion of counsel and the reports of the experts, and the capitalisation of development costs.',
    materiality: '310',
    customers:
      'Two customers accounted for more than 10% of revenue: Meridell Waterworks plc with 14.2% and Stadtwerke Ostermoor GmbH with 11.6%.',
    provisions:
      'They include £620 thousand for the claim of Meridell Waterworks plc about batch B24-0311. The amount is the excess of the insurance and the cost of goods that the insurer does not cover, weighted with the chance of success.',
    borrowing:
      'The term loan stood at £13.5 million. From 1 January 2026 the margin is 2.75% again and the limit of leverage 2.75 times.',
    pension:
      'At the valuation of 31 March 2025 the deficit was £1.9 million. The Company pays £240 thousand a year until 2031.',
    contingent:
      'Meridell Waterworks plc has announced a claim of up to £1.4 million. Beyond the provision the directors consider an outflow possible but not probable.',
    after:
      'HM Revenue and Customs opened an enquiry into research and development relief for 2023 on 19 January 2026. Chlorinated solvents were found in the soil in Kraków in March 2026.',
  },
};
