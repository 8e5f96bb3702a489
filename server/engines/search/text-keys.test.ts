import { describe, expect, test } from 'vitest';
import { createTestDocument as document, ENGINES } from './testing/index-engines.ts';

describe.each(ENGINES)('%s', (_name, create) => {
  test('a passage names the text that it is of, until the index has another one', async () => {
    const index = create().open();
    const keys = async () => {
      const query = { text: 'lease', accessFilter: { all: true }, limit: 10, method: 'keyword' } as const;
      return (await index.search(query)).hits.map(({ textKey }) => textKey);
    };
    await index.claimFeed();
    await index.putDocument(document(1, ['lease'], { textKey: 'g one' }));
    expect(await keys()).toEqual(['g one']);
    await index.putDocument(document(1, ['lease again'], { textKey: 'g two' }));
    expect(await keys()).toEqual(['g two']);
    await index.putDocument(document(1, ['lease again']));
    expect(await keys()).toEqual([undefined]);
  });
});
