/** An instruction of a Dockerfile; the arguments are as written, with variables. */
interface Step {
  readonly instruction: string;
  readonly args: string;
}

export interface Stage {
  /** The name that `FROM` and `COPY --from` use. */
  readonly name: string;
  /** Another stage or an image. */
  readonly base: string;
  readonly steps: readonly Step[];
}

/** Reads the stages in order. `ARG` before the first `FROM` gives values to the names of images. */
export function parseDockerfile(text: string): Stage[] {
  const stages: { name: string; base: string; steps: Step[] }[] = [];
  const values: Record<string, string> = {};
  for (const { instruction, args } of readInstructions(text)) {
    const stage = stages.at(-1);
    if (instruction === 'FROM') {
      const [, base = '', name] = /^(\S+)(?: AS (\S+))?$/i.exec(substitute(args, values)) ?? [];
      stages.push({ name: name ?? String(stages.length), base, steps: [] });
    } else if (stage === undefined) {
      if (instruction !== 'ARG') throw new Error(`Dockerfile: ${instruction} before the first FROM`);
      Object.assign(values, readAssignments(args));
    } else {
      stage.steps.push({ instruction, args });
    }
  }
  return stages;
}

/** Joins continued lines. Comments between them belong to no instruction. */
function readInstructions(text: string): Step[] {
  const lines = text.split('\n').filter((line) => !/^\s*#/.test(line));
  return lines
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .flatMap((line) => {
      const [, instruction, args] = /^([A-Za-z]+)\s+(.*)$/.exec(line.trim()) ?? [];
      return instruction === undefined || args === undefined
        ? []
        : [{ instruction: instruction.toUpperCase(), args: args.trim() }];
    });
}

/** Reads `NAME=value OTHER=value`. */
export function readAssignments(args: string): Record<string, string> {
  return Object.fromEntries(
    args.split(/\s+/).map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

export const substitute = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{?(\w+)\}?/g, (_whole, name: string) => values[name] ?? '');

/** Reads the JSON form of `ENTRYPOINT`, `CMD` and `HEALTHCHECK`; text before the list is left out. */
export function readCommand(args: string): string[] {
  const list: unknown = JSON.parse(args.slice(args.indexOf('[')));
  if (!Array.isArray(list)) throw new Error(`Dockerfile: ${args} is no list`);
  return list.map(String);
}
