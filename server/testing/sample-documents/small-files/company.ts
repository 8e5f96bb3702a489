/** Facts that the documents share, so that they are consistent. */
export const COMPANY = 'Northwind Bearings GmbH';

interface Customer {
  name: string;
  city: string;
  product: string;
  /** Euros per piece. */
  price: number;
  /** Months. */
  notice: number;
  /** Thousands of euros in 2025. */
  revenue: number;
}

const CUSTOMER_NAMES = [
  ['Aster Rail', 'Oslo', 'axle bearings NB 40'],
  ['Belmont Wind', 'Aarhus', 'main shaft bearings NB 900'],
  ['Cordova Pumps', 'Bilbao', 'angular contact bearings NB 12'],
  ['Delmar Cranes', 'Rotterdam', 'slewing rings NB 700'],
  ['Elbtal Getriebe', 'Dresden', 'tapered roller bearings NB 22'],
  ['Fjordline Ferries', 'Bergen', 'propeller shaft bearings NB 310'],
  ['Granit Mining', 'Kiruna', 'spherical roller bearings NB 480'],
  ['Hellas Cement', 'Patras', 'kiln support bearings NB 820'],
  ['Iberia Paper', 'Zaragoza', 'dryer roll bearings NB 150'],
  ['Jura Presses', 'Basel', 'needle bearings NB 6'],
  ['Kestrel Aerospace', 'Bristol', 'ceramic hybrid bearings NB 3'],
  ['Lumen Robotics', 'Eindhoven', 'thin section bearings NB 9'],
  ['Moravia Motors', 'Brno', 'wheel hub units NB 35'],
  ['Norrland Forest', 'Umea', 'saw shaft bearings NB 75'],
  ['Oder Locomotives', 'Wroclaw', 'traction motor bearings NB 55'],
  ['Piemont Lifts', 'Turin', 'sheave bearings NB 28'],
] as const;

export const CUSTOMERS: readonly Customer[] = CUSTOMER_NAMES.map(([name, city, product], index) => ({
  name,
  city,
  product,
  price: 140 + ((index * 173) % 1100),
  notice: 3 + ((index * 5) % 10),
  revenue: 14_200 - index * 790,
}));

export const SUPPLIERS = [
  ['Ruhrstahl Walzwerk', 'bearing steel 100Cr6', 'Duisburg'],
  ['Skane Ceramics', 'silicon nitride balls', 'Lund'],
  ['Tiroler Guss', 'cast housings', 'Innsbruck'],
  ['Umbria Cages', 'brass cages', 'Terni'],
  ['Vistula Forging', 'forged rings', 'Krakow'],
  ['Weser Schmierstoffe', 'greases and oils', 'Bremen'],
  ['Xanten Verpackung', 'export packaging', 'Xanten'],
  ['Yonne Tooling', 'grinding wheels', 'Auxerre'],
  ['Zeeland Logistics', 'road freight', 'Vlissingen'],
  ['Altmark Energie', 'electricity', 'Stendal'],
  ['Brabant Seals', 'rubber seals', 'Breda'],
  ['Celle Messtechnik', 'measuring instruments', 'Celle'],
] as const;

export const LEASES = [
  ['Bremen', 'Hafenstrasse 12', 'offices', 1_840, 21_500, 12],
  ['Hamburg', 'Speicherweg 4', 'a warehouse', 6_200, 38_400, 18],
  ['Dresden', 'Industriering 31', 'a grinding shop', 9_100, 44_700, 24],
  ['Bilbao', 'Calle del Puerto 9', 'a sales office', 310, 5_900, 6],
  ['Oslo', 'Havnegata 22', 'a service workshop', 1_150, 17_300, 9],
  ['Krakow', 'Ulica Stalowa 7', 'an engineering office', 820, 8_200, 3],
] as const;

/** Amounts as contracts write them. */
export const formatEuros = (amount: number): string => `${amount.toLocaleString('en-US')} euros`;
