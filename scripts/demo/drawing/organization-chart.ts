import { COLORS, type Drawing, type Shape } from './drawing.ts';
import { box, line } from './shapes.ts';

/** Boxes with lines between them, a row for each level. */
export function drawOrganizationChart(
  levels: readonly (readonly (readonly [title: string, detail: string])[])[],
  width = 450,
): Drawing {
  const [boxHeight, gap] = [46, 34];
  const shapes = levels.flatMap((boxes, level): Shape[] => {
    const slot = width / boxes.length;
    const boxWidth = Math.min(slot - 10, 170);
    const y = 10 + level * (boxHeight + gap);
    return boxes.flatMap(([title, detail], at): Shape[] => {
      const x = slot * (at + 0.5);
      return [
        ...(level > 0 ? [line(x, y, x, y - gap / 2)] : []),
        ...(level < levels.length - 1 && (at === 0 || level === 0)
          ? [
              line(
                slot * 0.5 + (boxes.length === 1 ? 0 : slot * at),
                y + boxHeight,
                slot * 0.5 + slot * at,
                y + boxHeight + gap / 2,
              ),
            ]
          : []),
        box(x - boxWidth / 2, y, boxWidth, boxHeight, level === 0 ? COLORS.navy : COLORS.pale, COLORS.navy),
        {
          kind: 'text',
          x,
          y: y + 20,
          text: title,
          size: 8,
          bold: true,
          align: 'center',
          color: level === 0 ? COLORS.white : COLORS.ink,
        },
        {
          kind: 'text',
          x,
          y: y + 33,
          text: detail,
          size: 7.2,
          align: 'center',
          color: level === 0 ? COLORS.sky : COLORS.slate,
        },
      ];
    });
  });
  const bars = levels.slice(1).map((boxes, index): Shape => {
    const y = 10 + (index + 1) * (boxHeight + gap) - gap / 2;
    const all = [boxes.length, levels[index]?.length ?? 1].flatMap((count) => [
      width / count / 2,
      width - width / count / 2,
    ]);
    return line(Math.min(...all), y, Math.max(...all), y);
  });
  return { width, height: 20 + levels.length * (boxHeight + gap), shapes: [...bars, ...shapes] };
}
