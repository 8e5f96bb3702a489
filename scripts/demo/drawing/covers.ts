import { COLORS, type Drawing, type Shape } from './drawing.ts';

const [WIDTH, HEIGHT] = [595, 842];

/** The mark of the company: three waves in a circle. */
export function drawLogo(x: number, y: number, size: number, color: string = COLORS.navy): Shape[] {
  const wave = (level: number): Shape => ({
    kind: 'path',
    d: `M 0 0 C ${size * 0.12} ${-size * 0.12}, ${size * 0.2} ${-size * 0.12}, ${size * 0.3} 0 S ${size * 0.48} ${size * 0.12}, ${size * 0.6} 0`,
    x: x + size * 0.2,
    y: y + size * level,
    stroke: color,
    lineWidth: size * 0.07,
  });
  return [
    {
      kind: 'ellipse',
      x: x + size / 2,
      y: y + size / 2,
      rx: size / 2,
      ry: size / 2,
      stroke: color,
      lineWidth: size * 0.05,
    },
    wave(0.36),
    wave(0.52),
    wave(0.68),
  ];
}

/** The first page of a contract: date, parties, title and lawyers. */
export function drawContractCover(cover: {
  date: string;
  parties: readonly string[];
  title: string;
  about: string;
  note: string;
  lawyers: string;
}): Drawing {
  const center = (
    text: string,
    y: number,
    size: number,
    bold = false,
    color: string = COLORS.ink,
  ): Shape => ({ kind: 'text', x: WIDTH / 2, y, text, size, bold, color, align: 'center' });
  const parties = cover.parties.flatMap((party, index): Shape[] => [
    ...(index > 0 ? [center('and', 292 + index * 54 - 25, 11)] : []),
    center(party, 292 + index * 54, 13, true),
  ]);
  const below = 292 + cover.parties.length * 54;
  return {
    width: WIDTH,
    height: HEIGHT,
    shapes: [
      {
        kind: 'text',
        x: WIDTH - 72,
        y: 90,
        text: cover.note,
        size: 9.5,
        align: 'right',
        color: COLORS.rust,
        bold: true,
      },
      center(cover.date, 180, 12),
      ...parties,
      { kind: 'line', x1: 150, y1: below, x2: WIDTH - 150, y2: below, color: COLORS.ink, lineWidth: 1.2 },
      center(cover.title, below + 40, 21, true),
      center(cover.about, below + 66, 12),
      {
        kind: 'line',
        x1: 150,
        y1: below + 90,
        x2: WIDTH - 150,
        y2: below + 90,
        color: COLORS.ink,
        lineWidth: 1.2,
      },
      center(cover.lawyers, HEIGHT - 110, 11, true),
      center('Solicitors', HEIGHT - 94, 9.5, false, COLORS.slate),
    ],
  };
}

/** The first page of a report of the company. */
export function drawReportCover(title: string, subtitle: string, note: string): Drawing {
  const bars = Array.from({ length: 14 }, (_, at): Shape => {
    const height = 40 + ((at * 53) % 90) + at * 12;
    return {
      kind: 'rect',
      x: 60 + at * 35,
      y: 640 - height,
      width: 24,
      height,
      fill: at % 3 === 0 ? COLORS.teal : COLORS.sky,
    };
  });
  return {
    width: WIDTH,
    height: HEIGHT,
    shapes: [
      { kind: 'rect', x: 0, y: 0, width: WIDTH, height: 330, fill: COLORS.navy },
      ...drawLogo(60, 58, 44, COLORS.white),
      { kind: 'text', x: 116, y: 86, text: 'Tarnbrook', size: 22, bold: true, color: COLORS.white },
      { kind: 'text', x: 60, y: 218, text: title, size: 34, bold: true, color: COLORS.white },
      { kind: 'text', x: 60, y: 250, text: subtitle, size: 15, color: COLORS.sky },
      ...bars,
      { kind: 'line', x1: 60, y1: 642, x2: WIDTH - 60, y2: 642, color: COLORS.navy, lineWidth: 1.5 },
      { kind: 'text', x: 60, y: HEIGHT - 60, text: note, size: 9, color: COLORS.slate },
    ],
  };
}

/** The head of a letter or report of any sender. */
export function drawLetterhead(
  name: string,
  address: string,
  color: string = COLORS.navy,
  hasLogo = false,
): Drawing {
  const left = hasLogo ? 128 : 72;
  return {
    width: WIDTH,
    height: 120,
    shapes: [
      { kind: 'rect', x: 0, y: 0, width: WIDTH, height: 7, fill: color },
      ...(hasLogo ? drawLogo(72, 38, 44, color) : []),
      { kind: 'text', x: left, y: 62, text: name, size: 17, bold: true, color },
      { kind: 'text', x: left, y: 80, text: address, size: 8.5, color: COLORS.slate },
      { kind: 'line', x1: 72, y1: 100, x2: WIDTH - 72, y2: 100, color, lineWidth: 0.8 },
    ],
  };
}
