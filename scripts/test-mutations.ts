import { join } from 'node:path';
import { ACCESS_RULE_MUTATIONS, MUTATION_TESTS } from './mutations/access-rule-mutations.ts';
import { copyProject, isNoticed, passes } from './mutations/run-mutation.ts';

// Breaks each line of the access rule of groups once; a test must fail each time. Words select mutations by their name.
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const selected = ACCESS_RULE_MUTATIONS.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
);
const copy = await copyProject(join(import.meta.dirname, '..'));
try {
  if (!(await passes(copy.root, MUTATION_TESTS))) throw new Error('The tests fail without a mutation');
  for (const mutation of selected) {
    const noticed = await isNoticed(copy, mutation, MUTATION_TESTS);
    console.log(`${noticed ? 'noticed ' : 'SURVIVED'}  ${mutation.name}`);
    if (!noticed) process.exitCode = 1;
  }
} finally {
  await copy.remove();
}
