import MiniSearch from 'minisearch';
import type { ComparedEngine } from './compared-engines.ts';

export const withMiniSearch: ComparedEngine = (units, work) => {
  const index = new MiniSearch({ fields: ['title', 'text'] });
  index.addAll(units.map(({ title, text }, id) => ({ id, title, text })));
  return work(async (question, limit) =>
    index
      .search(question)
      .slice(0, limit)
      .flatMap(({ id }) => units[id] ?? []),
  );
};
