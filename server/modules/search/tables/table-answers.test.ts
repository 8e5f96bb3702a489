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
