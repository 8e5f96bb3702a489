import { expect, test } from 'vitest';
import { asksForComputation, readComputedQuestion, saysComputation } from './computed-question.ts';

const read = (text: string) => {
  const question = readComputedQuestion(text);
  return (
    question && [
      question.operation,
      question.years.join(' '),
      ...question.operands.map(({ words }) => words.map((word) => word.text).join(' ')),
    ]
  );
};

test.each([
  [
    'What was the change in billed receivables between 2018 and 2019?',
    ['difference', '2018 2019', 'billed receivables'],
  ],
  [
    'By how much did the rent of offices grow from FY18 to FY19?',
    ['difference', '2018 2019', 'rent offices'],
  ],
  ['What was the percentage change in goodwill between 2019 and 2018?', ['change', '2018 2019', 'goodwill']],
  ['By what percentage did goodwill decrease from 2018 to 2019?', ['change', '2018 2019', 'goodwill']],
  ['How many percent did goodwill fall between 2018 and 2019?', ['change', '2018 2019', 'goodwill']],
  ['What is the average goodwill from 2017 to 2019?', ['average', '2017 2018 2019', 'goodwill']],
  ['What is the average goodwill in 2017 and 2019?', ['average', '2017 2019', 'goodwill']],
  ['What is the sum of goodwill in 2018 and 2019?', ['sum', '2018 2019', 'goodwill']],
  ['How much was goodwill in 2018 and 2019 in total?', ['sum', '2018 2019', 'goodwill']],
  ['How much in total was goodwill in 2018 and 2019?', ['sum', '2018 2019', 'goodwill']],
  [
    'What was the change in total goodwill between 2018 and 2019?',
    ['difference', '2018 2019', 'total goodwill'],
  ],
  [
    'What was the percentage increase in total operating costs from 2018 to 2019?',
    ['change', '2018 2019', 'total operating costs'],
  ],
  ['What was the combined goodwill in 2018 and 2019?', ['sum', '2018 2019', 'goodwill']],
  ['What was the total goodwill from 2017 to 2019?', ['sum', '2017 2018 2019', 'total goodwill']],
  [
    'What was goodwill as a percentage of fixed assets in 2019?',
    ['share', '2019', 'goodwill', 'fixed assets'],
  ],
  ['What percentage of fixed assets was goodwill in 2019?', ['share', '2019', 'goodwill', 'fixed assets']],
  ['What is the ratio of goodwill to fixed assets in 2019?', ['ratio', '2019', 'goodwill', 'fixed assets']],
  ['Um wie viel Prozent ist der Umsatz von 2018 auf 2019 gestiegen?', ['change', '2018 2019', 'umsatz']],
  ['Wie hoch war der Anstieg der Miete zwischen 2018 und 2019?', ['difference', '2018 2019', 'miete']],
  ['Wie hoch war der durchschnittliche Umsatz von 2017 bis 2019?', ['average', '2017 2018 2019', 'umsatz']],
  ['Wie hoch war der Anteil der Miete an den Kosten in 2019?', ['share', '2019', 'miete', 'kosten']],
  ['De combien le loyer a-t-il augmenté entre 2018 et 2019 ?', ['difference', '2018 2019', 'loyer']],
  ['De quel pourcentage le loyer a-t-il baissé de 2018 à 2019 ?', ['change', '2018 2019', 'loyer']],
  ['Quelle est la moyenne du loyer en 2018 et 2019 ?', ['average', '2018 2019', 'loyer']],
  ['¿Cuánto aumentó el alquiler entre 2018 y 2019?', ['difference', '2018 2019', 'alquiler']],
  ['¿En qué porcentaje creció el alquiler de 2018 a 2019?', ['change', '2018 2019', 'alquiler']],
  ['¿Cuál es el promedio del alquiler en 2018 y 2019?', ['average', '2018 2019', 'alquiler']],
])('“%s” is read', (text, expected) => {
  expect(read(text)).toEqual(expected);
});

test.each([
  'What was goodwill in 2019?',
  'What was the change in goodwill in 2019?',
  'What were goodwill and its change in 2018 and 2019 respectively?',
  'Why did goodwill increase from 2018 to 2019?',
  'Which year had the largest change in goodwill, 2018 or 2019?',
  'What was the change in goodwill in 2017, 2018 and 2019?',
  'What was the total goodwill in 2018 and 2019?',
  'Wie hoch war das gesamte Vermögen in 2018 und 2019?',
  'Does a change of control from 2018 to 2019 terminate the lease?',
])('“%s” is none that can be computed', (text) => {
  expect(read(text)).toBeUndefined();
});

test('questions for changes and parts ask for a computation also without years, those for a total or an average of one year do not', () => {
  expect(asksForComputation('What was the percentage change in audit fees in 2019?')).toBe(true);
  expect(asksForComputation('What percentage of sales is from eggs?')).toBe(true);
  expect(asksForComputation('What was the total revenue in 2018 and 2019?')).toBe(false);
  expect(asksForComputation('What was the average rent in 2019?')).toBe(false);
  expect(asksForComputation('What was the increase in rent due to?')).toBe(false);
  expect(asksForComputation('Who approves a change of control?')).toBe(false);
});

test('a sentence that says a change with its amount states it', () => {
  expect(saysComputation('Revenue grew by 9% in 2019.')).toBe(true);
  expect(saysComputation('Revenue grew in 2019.')).toBe(false);
  expect(saysComputation('Revenue was 900 in 2019.')).toBe(false);
});

test.for([
  ['What was the average revenue from 2018 to 2020?', '2018 2019 2020'],
  ['What was the average revenue between fiscal years 2018 and 2020?', '2018 2019 2020'],
  ['What is the sum of revenue from 2018 and 2020?', '2018 2020'],
  ['Was ist die Summe der Umsätze von 2018 und 2020?', '2018 2020'],
  ['Quelle est la somme du montant de loyer de 2018 et 2020 ?', '2018 2020'],
  ['¿Cuál es la suma de ingresos de 2018 y 2020?', '2018 2020'],
] as const)('%s is about %s', ([question, years]) => {
  expect(readComputedQuestion(question)?.years.join(' ')).toBe(years);
});

test.for([
  'What was the average revenue from 2010 to 2019?',
  'What was the average revenue between fiscal 2012 and 2019?',
  'What is the sum of revenue from 2010 to 2019?',
])('of more years than are read nothing is computed: %s', (question) => {
  expect(readComputedQuestion(question)).toBeUndefined();
});
