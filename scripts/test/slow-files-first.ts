import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of half a minute and more on two cores, of which the last would otherwise run alone. */
const SLOW_FILES = new RegExp(
  `/(${[
    'permission-table-\\d',
    'held-bodies',
    'trash-model',
    'main',
    'room-archives',
    'maintenance',
    'compare-versions',
    'drain',
    'interrupted-uploads',
    'publications',
    'database-outages',
    'extraction-pool',
    'token-permission-table',
    'build-demo-room',
    'search-quality',
    'describe-restored-access',
    'restore-across-databases',
    'create-backup',
    'ocr-engine',
    'group-access',
    'link-attacks',
    'code-guessing',
    'endpoints',
    'endpoint-fuzzing',
    'withdrawn-rights',
    'killed-server',
    'full-disk',
    'uploads',
    'access-states',
  ].join('|')})\\.test\\.ts$`,
);

/** Begins each project with its slow files. Without results of an earlier run, Vitest begins with the largest ones. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      const isSlow = ({ moduleId }: TestSpecification) => SLOW_FILES.test(moduleId);
      return [...own.filter(isSlow), ...own.filter((file) => !isSlow(file))];
    });
  }
}
