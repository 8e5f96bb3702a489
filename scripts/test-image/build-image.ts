import { spawnSync } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { copyFromContext, createIgnore } from './build-context.ts';
import { parseDockerfile, readAssignments, readCommand, type Stage, substitute } from './dockerfile.ts';
import { createNodeImage, runInRoot } from './root-folder.ts';

/** A stage that is built: its root folder, and what its instructions say about running it. */
export interface BuiltImage {
  readonly root: string;
  readonly environment: Record<string, string>;
  readonly workingDirectory: string;
  /** `uid:gid`. */
  readonly user: string;
  readonly volumes: readonly string[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

interface Mutable extends BuiltImage {
  environment: Record<string, string>;
  workingDirectory: string;
  user: string;
  volumes: string[];
  command: string[];
  healthCheck: string[];
  entryPoint: string[];
}

/** Builds a target of the Dockerfile and the stages that it needs into root folders below `folder`. */
export async function buildImage(context: string, folder: string, target: string): Promise<BuiltImage> {
  const stages = parseDockerfile(await readFile(join(context, 'Dockerfile'), 'utf8'));
  const isIgnored = createIgnore(await readFile(join(context, '.dockerignore'), 'utf8'));
  const built = new Map<string, Mutable>();

  async function build(name: string): Promise<Mutable> {
    const known = built.get(name);
    if (known) return known;
    const stage = stages.find((each) => each.name === name);
    const image =
      stage === undefined ? await startFromNode(name, join(folder, 'node')) : await buildStage(stage);
    built.set(name, image);
    return image;
  }

  async function buildStage({ name, base, steps }: Stage): Promise<Mutable> {
    const parent = await build(base);
    const image: Mutable = {
      ...structuredClone(parent),
      root: join(folder, `stage-${name}`),
    };
    copyTree(parent.root, image.root);
    for (const step of steps) await carryOut(image, step);
    return image;
  }

  async function carryOut(image: Mutable, { instruction, args }: Stage['steps'][number]): Promise<void> {
    switch (instruction) {
      case 'WORKDIR':
        image.workingDirectory = args;
        await mkdir(join(image.root, args), { recursive: true });
        return;
      case 'RUN':
        return runInRoot(image.root, { ...image, command: args });
      case 'COPY':
        return copy(image, args.split(/\s+/));
      default:
        configure(image, { instruction, args });
    }
  }

  async function copy(image: Mutable, words: string[]): Promise<void> {
    const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined;
    const to = words.pop() ?? '.';
    const inImage = isAbsolute(to) ? to : join(image.workingDirectory, to);
    for (const source of words) {
      const isFolder = to.endsWith('/') || words.length > 1;
      const destination = join(image.root, isFolder ? join(inImage, source) : inImage);
      await mkdir(dirname(destination), { recursive: true });
      if (from === undefined) await copyFromContext({ context, isIgnored }, source, destination);
      else copyTree(join((await build(from)).root, resolve('/', source)), destination);
    }
  }

  return build(target);
}

async function startFromNode(image: string, root: string): Promise<Mutable> {
  await createNodeImage(image, root);
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const nothing = { volumes: [], command: [], healthCheck: [], entryPoint: [] };
  return { root, environment: { PATH: path }, workingDirectory: '/', user: '0:0', ...nothing };
}

/** Carries out an instruction that changes no file. */
function configure(image: Mutable, { instruction, args }: Stage['steps'][number]): void {
  switch (instruction) {
    case 'ENV':
      Object.assign(image.environment, readAssignments(substitute(args, image.environment)));
      return;
    case 'USER':
      image.user = args;
      return;
    case 'VOLUME':
      image.volumes.push(args);
      return;
    case 'ENTRYPOINT':
      image.entryPoint = readCommand(args);
      return;
    case 'CMD':
      image.command = [...image.entryPoint, ...readCommand(args)];
      return;
    case 'HEALTHCHECK':
      image.healthCheck = readCommand(args);
      return;
    case 'EXPOSE':
    case 'STOPSIGNAL':
      return;
    default:
      throw new Error(`Dockerfile: ${instruction} is not known here`);
  }
}

/** Copies a folder with its owners and links; where the file system can, blocks are shared. */
function copyTree(source: string, destination: string): void {
  const { status, stderr } = spawnSync('cp', ['-aT', '--reflink=auto', source, destination], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`cp: ${stderr}`);
}
