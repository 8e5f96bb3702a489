export interface Lease {
  key: string;
  place: string;
  premises: string;
  use: string;
  area: number;
  landlord: string;
  tenant: string;
  currency: string;
  rent: number;
  deposit: number;
  from: string;
  until: string;
  noticeMonths: number;
  law: string;
  courts: string;
  indexation: string;
  repair: string;
  changeOfControl: string;
  renewal: string;
  special: string;
  date: string;
}

export const LEASES: readonly Lease[] = [
  {
    key: 'bristol',
    place: 'Bristol',
    premises: "Wharf House, 12 Cobbler's Quay, Bristol",
    use: 'head office, laboratory and calibration rig',
    area: 3_450,
    landlord: 'Avonmere Estates Limited',
    tenant: 'Tarnbrook Instruments Limited',
    currency: '£',
    rent: 612_000,
    deposit: 153_000,
    from: '2019-03-25',
    until: '2034-03-24',
    noticeMonths: 12,
    law: 'England and Wales',
    courts: 'the courts of England and Wales',
    indexation:
      'The Rent is reviewed on 25 March 2024 and 25 March 2029 to the open market rent, upwards only; failing agreement, an independent surveyor decides.',
    repair:
      'The Tenant keeps the whole of the Premises, including roof, structure and quay wall, in good repair and pays the cost of renewing what is beyond repair.',
    changeOfControl: '',
    renewal:
      "The Tenant may end the Lease on 24 March 2029 by giving not less than 12 months' written notice, if the Rent is paid up to that day and the Premises are given back with vacant possession.",
    special:
      'The Tenant operates the calibration rig with up to 90 cubic metres of water and maintains the retention tank below the yard, which must be emptied and inspected every 24 months.',
    date: '2019-02-11',
  },
  {
    key: 'hamburg',
    place: 'Hamburg',
    premises: 'Speicherweg 4, Hamburg',
    use: 'warehouse and service centre',
    area: 2_600,
    landlord: 'Elbhof Grundbesitz GmbH',
    tenant: 'Tarnbrook Messtechnik GmbH',
    currency: '€',
    rent: 348_000,
    deposit: 87_000,
    from: '2020-10-01',
    until: '2030-09-30',
    noticeMonths: 18,
    law: 'Germany',
    courts: 'the Landgericht Hamburg',
    indexation:
      'The Rent changes with the consumer price index of the Federal Statistical Office as soon as the index has moved by more than 5% since the last change, but by no more than 3% in any year.',
    repair:
      'The Landlord keeps roof, structure and utilities in repair. The Tenant bears decorative repairs and small repairs up to €1,500 each and €18,000 a year in total.',
    changeOfControl:
      'A change in the majority of the shares of the Tenant or of its parent company requires the prior written consent of the Landlord. Consent is deemed given if the Landlord does not refuse it for an important reason within 6 weeks after a complete request.',
    renewal: 'After the fixed term the Lease continues for an indefinite time unless either party ends it.',
    special:
      'The Tenant stores no more than 4 tonnes of lithium batteries, in the fire compartment marked F2 on the plan, and pays the additional insurance premium of the building.',
    date: '2020-07-16',
  },
  {
    key: 'krakow',
    place: 'Kraków',
    premises: 'Ulica Stalowa 7, Kraków',
    use: 'assembly works and test hall',
    area: 6_900,
    landlord: 'Wislany Park Przemyslowy sp. z o.o.',
    tenant: 'Tarnbrook Polska sp. z o.o.',
    currency: '€',
    rent: 517_500,
    deposit: 129_375,
    from: '2018-01-01',
    until: '2032-12-31',
    noticeMonths: 24,
    law: 'Poland',
    courts: 'the Regional Court in Kraków',
    indexation:
      'The Rent rises on 1 February of each year with the harmonised index of consumer prices of the euro area, at most by 4%.',
    repair:
      'The Landlord keeps the structure, roof and external networks in repair. The Tenant keeps the inside, the cranes and the compressed air network in repair.',
    changeOfControl: '',
    renewal:
      'The Tenant may extend the Lease once by 5 years, by written notice not later than 31 December 2031.',
    special:
      "The Tenant is not answerable for contamination of the soil that was there on 1 January 2018. The baseline report of November 2017 is evidence of that condition. Contamination that arises later is presumed to come from the Tenant's operations.",
    date: '2017-11-28',
  },
  {
    key: 'oslo',
    place: 'Oslo',
    premises: 'Havnegata 22, Oslo',
    use: 'service workshop and spare parts store',
    area: 740,
    landlord: 'Solvik Eiendom AS',
    tenant: 'Tarnbrook Norge AS',
    currency: 'NOK ',
    rent: 1_480_000,
    deposit: 370_000,
    from: '2022-05-01',
    until: '2027-04-30',
    noticeMonths: 9,
    law: 'Norway',
    courts: 'the Oslo District Court',
    indexation:
      'The Rent is adjusted on 1 January of each year in full with the Norwegian consumer price index.',
    repair:
      'The Tenant carries out internal maintenance. The Landlord carries out external maintenance and replaces technical installations that can no longer be repaired at reasonable cost.',
    changeOfControl:
      'A transfer of more than half of the shares in the Tenant counts as an assignment of the Lease and requires the consent of the Landlord.',
    renewal:
      'The Tenant has a right of first refusal if the Landlord wishes to let the Premises to a third party after the term.',
    special:
      'The Tenant may keep one boat with measuring equipment at berth 14 and removes it within 48 hours when the harbour master asks for it.',
    date: '2022-03-03',
  },
];
