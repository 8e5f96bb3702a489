import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type CheckResult, runTool } from './run-tool.ts';
import { listSourceFiles, SOURCE_FOLDERS } from './source-files.ts';

const cruiseReport = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    violations: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        rule: z.object({ name: z.string(), severity: z.string() }),
      }),
    ),
  }),
});

/** Checks all imports against the rules of .dependency-cruiser.cjs. */
export async function checkBoundaries(root: string): Promise<CheckResult> {
  const sourceFolders = SOURCE_FOLDERS.filter((folder) => existsSync(join(root, folder)));
  const { output } = await runTool(root, 'depcruise', [
    ...['--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
    ...sourceFolders,
  ]);
  const parsed = cruiseReport.safeParse(parseJson(output));
  if (!parsed.success) return { ok: false, output: `dependency-cruiser failed: ${output.slice(0, 2000)}` };

  const seen = new Set(parsed.data.modules.map(({ source }) => source));
  // If it does not support the TypeScript version, dependency-cruiser skips every TypeScript file and reports success.
  const unseen = listSourceFiles(root, sourceFolders, 'ts,tsx').filter((file) => !seen.has(file));
  const violations = parsed.data.summary.violations.map(
    ({ rule, from, to }) => `${rule.name}: ${from} → ${to}`,
  );
  return {
    ok: sourceFolders.length > 0 && unseen.length === 0 && violations.length === 0,
    output: [...unseen.map((file) => `not seen: ${file}`), ...violations].join('\n'),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
