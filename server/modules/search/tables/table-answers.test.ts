import { describe, expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { test } from '#server/testing/test-app.ts';

const SALES = [
  'Customer,Country,Revenue',
  'Alder Foods,Norway,"1,200"',
  'Birch Homes,Sweden,"2,900"',
  'Cedar Works,Norway,"1,700"',
  'Dogwood Mills,Denmark,900',
  'Elm Street Bakery,Norway,300',
].join('\n');

const FIGURES = [
  'Item,2018,2019',
  'Wages,"1,005.0","1,076.7"',
  'Pensions,"1,095.0","1,073.3"',
  'Personnel cost,"2,100.0","2,150.0"',
].join('\n');

const ask = async (client: TestClient, question: string) =>
  (await client.get(`/api/search?query=${encodeURIComponent(question)}`)).body;

describe('answers from tables', () => {
  test('a question about a sheet is answered with its rows, their columns and their places', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const { id } = await owner.file({ name: 'Customers.csv', content: SALES });
    await testApp.finishJobs();
    const { answer, table, citations } = await ask(owner, 'What is the revenue of the customer Cedar Works?');
    expect(answer).toBe('Cedar Works, Revenue: 1,700');
    expect(table).toMatchObject({ fileId: id, fileName: 'Customers.csv', column: 2 });
    expect(table.columns).toEqual(['Customer', 'Country', 'Revenue']);
    expect(table.rows.map(({ cells }: { cells: string[] }) => cells)).toEqual([
      ['Cedar Works', 'Norway', '1,700'],
    ]);
    const [{ quote, start }] = citations;
    const [row] = table.rows;
    expect(quote.slice(row.start - start, row.end - start)).toBe(row.quote);
  });

  test('rows are ordered, added and counted', async ({ testApp }) => {
    const owner = await testApp.user();
    await owner.file({ name: 'Customers.csv', content: SALES });
    await testApp.finishJobs();
    const largest = await ask(owner, 'Which are the two largest customers by revenue?');
    expect(largest.answer).toBe('Largest by Revenue: Birch Homes (2,900); Cedar Works (1,700)');
    const sum = await ask(owner, 'What is the total revenue of customers in Norway?');
    expect(sum.answer).toBe('Total of Revenue: 3,200, from 3 rows');
    const count = await ask(owner, 'How many customers are in Norway?');
    expect(count.answer).toBe('3 rows: Alder Foods; Cedar Works; Elm Street Bakery');
  });

  test('a change between two years is computed, says so, and names the cells', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.file({ name: 'Figures.csv', content: FIGURES });
    await testApp.finishJobs();
    const change = await ask(owner, 'What was the percentage change in pensions between 2018 and 2019?');
    expect(change.answer).toBe(
      'Computed: Pensions, percentage change from 2018 to 2019: -1.98% = (1,073.3 − 1,095.0) ÷ 1,095.0',
    );
    expect(change.table).toMatchObject({
      fileId: id,
      computation: {
        kind: 'change',
        value: '-1.98%',
        cells: [
          { row: 0, column: 1 },
          { row: 0, column: 2 },
        ],
      },
    });
    const [{ quote, start }] = change.citations;
    const [row] = change.table.rows;
    expect(row.cells).toEqual(['Pensions', '1,095.0', '1,073.3']);
    expect(quote.slice(row.start - start, row.end - start)).toBe(row.quote);
    const share = await ask(owner, 'What percentage of personnel cost was pensions in 2019?');
    expect(share.answer).toBe(
      'Computed: Pensions as a percentage of Personnel cost, 2019: 49.92% = 1,073.3 ÷ 2,150.0',
    );
    const difference = await ask(owner, 'By how much did personnel cost grow from 2018 to 2019?');
    expect(difference.answer).toBe(
      'Computed: Personnel cost, change from 2018 to 2019: 50.0 = 2,150.0 − 2,100.0',
    );
    const average = await ask(owner, 'What is the average of pensions in 2018 and 2019?');
    expect(average.answer).toBe(
      'Computed: Pensions, average of 2018 and 2019: 1,084.15 = (1,095.0 + 1,073.3) ÷ 2',
    );
    const sum = await ask(owner, 'What is the sum of pensions in 2018 and 2019?');
    expect(sum.answer).toBe('Computed: Pensions, total of 2018 and 2019: 2,168.3 = 1,095.0 + 1,073.3');
    const ratio = await ask(owner, 'What was the ratio of personnel cost to pensions in 2018?');
    expect(ratio.answer).toBe(
      'Computed: ratio of Personnel cost to Pensions, 2018: 1.92 = 2,100.0 ÷ 1,095.0',
    );
  });

  test('a question for the figures of two years is answered with both, and names their columns', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    await owner.file({ name: 'Figures.csv', content: FIGURES });
    await testApp.finishJobs();
    const { answer, table } = await ask(owner, 'What was the total pensions in 2018 and 2019?');
    expect(answer).toBe('Pensions, 2018: 1,095.0; 2019: 1,073.3');
    expect(table.rows[0].cells).toEqual(['Pensions', '1,095.0', '1,073.3']);
    expect(table.askedColumns).toEqual([1, 2]);
    expect(table).not.toHaveProperty('column');
  });

  test('nobody gets a figure computed from a file that they may not see', async ({ testApp }) => {
    const [owner, reader] = [await testApp.user(), await testApp.user()];
    const folder = await owner.folder();
    await owner.file({ name: 'Figures.csv', content: FIGURES, folderId: folder.id });
    await testApp.finishJobs();
    const question = 'What was the change in pensions between 2018 and 2019?';
    expect(JSON.stringify(await ask(reader, question))).not.toMatch(/21\.7|1,095/);
    await testApp.share(folder.id, reader);
    await testApp.finishJobs();
    expect((await ask(reader, question)).answer).toContain('-21.7 = 1,073.3 − 1,095.0');
    await owner.delete(`/api/folders/${folder.id}`);
    expect(JSON.stringify(await ask(reader, question))).not.toMatch(/21\.7|1,095/);
  });

  test('nobody gets rows of a file that they may not see, and losing access takes effect at once', async ({
    testApp,
  }) => {
    const [owner, reader] = [await testApp.user(), await testApp.user()];
    const folder = await owner.folder();
    await owner.file({ name: 'Customers.csv', content: SALES, folderId: folder.id });
    await testApp.finishJobs();
    const question = 'Which are the largest customers by revenue?';
    expect(JSON.stringify(await ask(reader, question))).not.toContain('Birch');
    await testApp.share(folder.id, reader);
    await testApp.finishJobs();
    expect((await ask(reader, question)).table.rows[0].cells[0]).toBe('Birch Homes');
    await owner.delete(`/api/folders/${folder.id}`);
    expect(JSON.stringify(await ask(reader, question))).not.toContain('Birch');
  });

  test('a file that may not be downloaded shows three rows at most', async ({ testApp }) => {
    const [owner, reader] = [await testApp.user(), await testApp.user()];
    const folder = await owner.folder();
    await owner.file({ name: 'Customers.csv', content: SALES, folderId: folder.id, allowDownload: false });
    await testApp.share(folder.id, reader);
    await testApp.finishJobs();
    const { table, answer } = await ask(reader, 'Which are the five largest customers by revenue?');
    expect(table.rows).toHaveLength(3);
    expect(answer).not.toContain('Elm Street Bakery');
  });
});
