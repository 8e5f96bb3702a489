import type { ErasureEffect, SubjectCategory } from '#shared/contracts/subjects/subjects.ts';
import { SUBJECT_CATEGORIES } from '#shared/domain/subjects/subject-categories.ts';

const EFFECTS: Readonly<Record<ErasureEffect, string>> = {
  delete: 'Deleted',
  replace: 'Kept without name and address',
  'pass-on': 'Passed to you',
  unreadable: 'Kept, name unreadable',
  keep: 'Kept',
};
const STATEMENTS = new Set(['receipts', 'acceptances', 'certificates']);

interface CategoryTableProps {
  categories: readonly SubjectCategory[];
  /** For a preview: what happens to each kind, and to signed statements. */
  statements?: 'keep' | 'delete';
}

/** Lists what is stored about a person by kind. */
export function CategoryTable({ categories, statements }: CategoryTableProps) {
  const effectOf = ({ name, effect }: SubjectCategory) =>
    EFFECTS[STATEMENTS.has(name) && statements === 'delete' ? 'delete' : effect];
  return (
    <table className="w-full text-left">
      <thead className="text-ink-muted text-xs">
        <tr>
          <th className="py-1 font-medium">Kind</th>
          <th className="py-1 text-right font-medium">Number</th>
          {statements && <th className="py-1 pl-4 font-medium">Erasure</th>}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {categories.map((category) => (
          <tr key={category.name}>
            <td className="py-1.5">{SUBJECT_CATEGORIES[category.name] ?? category.name}</td>
            <td className="py-1.5 text-right tabular-nums">{category.count.toLocaleString('en')}</td>
            {statements && <td className="py-1.5 pl-4 text-ink-muted">{effectOf(category)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
