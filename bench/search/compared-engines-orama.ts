import { create, insertMultiple, search } from '@orama/orama';
import type { ComparedEngine } from './compared-engines.ts';

export const withOrama: ComparedEngine = async (units, work) => {
  const schema = { title: 'string', text: 'string' } as const;
  const index = create({ schema, components: { tokenizer: { language: 'english', stemming: true } } });
  await insertMultiple(
    index,
    units.map(({ title, text }, at) => ({ id: String(at), title, text })),
  );
  return work(async (question, limit) => {
    const { hits } = await search(index, { term: question, limit });
    return hits.flatMap(({ id }) => units[Number(id)] ?? []);
  });
};
