import type { Shape } from './drawing.ts';

/** Draws an illegible signature that is always the same for a name. */
export function drawSignature(name: string, x: number, y: number, width = 110): Shape {
  let seed = [...name].reduce((value, letter) => (value * 31 + letter.charCodeAt(0)) % 2_147_483_647, 7);
  const random = (): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const loops = 5 + Math.floor(random() * 3);
  const step = width / (loops + 1);
  let [at, level] = [step * 0.6, 0];
  // A tall first letter, then loops that become flatter, then a stroke under the name.
  let d = `M 0 0 C ${fixed(step * 0.2)} -26, ${fixed(step * 0.9)} -30, ${fixed(step * 0.5)} -4 S ${fixed(-step * 0.2)} 10, ${fixed(at)} ${level}`;
  for (let index = 0; index < loops; index += 1) {
    const height = (16 - index * 1.6) * (0.5 + random());
    const next = at + step * (0.7 + random() * 0.5);
    d += ` C ${fixed(at + step * 0.6)} ${fixed(-height)}, ${fixed(at - step * 0.1)} ${fixed(-height * 0.9)}, ${fixed((at + next) / 2)} ${fixed(level)} S ${fixed(next - step * 0.2)} ${fixed(random() * 4)}, ${fixed(next)} ${fixed(-random() * 3)}`;
    at = next;
    level = random() * 2;
  }
  d += ` C ${fixed(at + 18)} -6, ${fixed(at * 0.7)} 9, ${fixed(width * 0.18)} 8`;
  return { kind: 'path', d, x, y, stroke: '#26357a', lineWidth: 1.1 };
}

const fixed = (value: number): string => value.toFixed(1);
