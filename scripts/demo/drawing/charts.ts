import { COLORS, type Drawing, SERIES_COLORS, type Shape } from './drawing.ts';

interface Series {
  name: string;
  values: readonly number[];
}

interface Chart {
  title: string;
  categories: readonly string[];
  series: readonly Series[];
  width: number;
  height: number;
  format?: (value: number) => string;
}

const TITLE_HEIGHT = 28;
const AXIS_HEIGHT = 34;
const AXIS_WIDTH = 42;

/** Draws bars beside each other, or on top of each other when `isStacked`. */
export function drawBarChart(chart: Chart & { isStacked?: boolean }): Drawing {
  const { series, categories, isStacked = false, format = String } = chart;
  const totals = categories.map((_, at) => series.map(({ values }) => values[at] ?? 0));
  const highest = Math.max(...totals.map((values) => (isStacked ? sum(values) : Math.max(...values))));
  const frame = drawFrame(chart, highest);
  const { slot, left, toY } = frame;
  const shapes = [...frame.shapes];
  const barWidth = (slot * 0.66) / (isStacked ? 1 : series.length);
  totals.forEach((values, at) => {
    let base = 0;
    values.forEach((value, index) => {
      const x = left + slot * (at + 0.17) + (isStacked ? 0 : barWidth * index);
      const [top, bottom] = [toY(base + value), toY(base)];
      const fill = SERIES_COLORS[index % SERIES_COLORS.length] ?? COLORS.navy;
      shapes.push({ kind: 'rect', x, y: top, width: barWidth - 1.5, height: bottom - top, fill });
      if (!isStacked && barWidth > 20)
        shapes.push({
          kind: 'text',
          x: x + barWidth / 2,
          y: top - 3,
          text: format(value),
          size: 7.5,
          align: 'center',
          color: COLORS.ink,
        });
      if (isStacked) base += value;
    });
  });
  return { width: chart.width, height: chart.height, shapes };
}

export function drawLineChart(chart: Chart): Drawing {
  const highest = Math.max(...chart.series.flatMap(({ values }) => values));
  const { shapes: frame, slot, left, toY } = drawFrame(chart, highest);
  const shapes = [...frame];
  chart.series.forEach(({ values }, index) => {
    const color = SERIES_COLORS[index % SERIES_COLORS.length] ?? COLORS.navy;
    const points = values.map((value, at) => ({ x: left + slot * (at + 0.5), y: toY(value) }));
    points.forEach((point, at) => {
      const next = points[at + 1];
      if (next)
        shapes.push({
          kind: 'line',
          x1: point.x,
          y1: point.y,
          x2: next.x,
          y2: next.y,
          color,
          lineWidth: 1.8,
        });
      shapes.push({ kind: 'ellipse', x: point.x, y: point.y, rx: 2.4, ry: 2.4, fill: color });
    });
  });
  return { width: chart.width, height: chart.height, shapes };
}

/** Draws the share of each part as a horizontal bar, largest first. */
export function drawShareChart(
  title: string,
  parts: readonly { name: string; share: number }[],
  width: number,
): Drawing {
  const rowHeight = 20;
  const shapes: Shape[] = [
    { kind: 'text', x: 0, y: 12, text: title, size: 10, bold: true, color: COLORS.ink },
  ];
  const largest = Math.max(...parts.map(({ share }) => share));
  const labelWidth = width * 0.42;
  parts.forEach(({ name, share }, index) => {
    const y = TITLE_HEIGHT + index * rowHeight;
    const barWidth = ((width - labelWidth - 40) * share) / largest;
    shapes.push(
      { kind: 'text', x: labelWidth - 8, y: y + 11, text: name, size: 8, align: 'right', color: COLORS.ink },
      {
        kind: 'rect',
        x: labelWidth,
        y: y + 2,
        width: barWidth,
        height: 12,
        fill: index === 0 ? COLORS.navy : COLORS.teal,
      },
      {
        kind: 'text',
        x: labelWidth + barWidth + 4,
        y: y + 11,
        text: `${share.toFixed(1)}%`,
        size: 8,
        color: COLORS.ink,
      },
    );
  });
  return { width, height: TITLE_HEIGHT + parts.length * rowHeight, shapes };
}

interface Frame {
  shapes: Shape[];
  slot: number;
  left: number;
  toY: (value: number) => number;
}

/** Draws title, legend, grid and labels. */
function drawFrame(
  { title, categories, series, width, height, format = String }: Chart,
  highest: number,
): Frame {
  const step = gridStep(highest);
  const top = Math.ceil((highest * 1.04) / step) * step;
  const plotHeight = height - TITLE_HEIGHT - AXIS_HEIGHT;
  const toY = (value: number) => TITLE_HEIGHT + plotHeight * (1 - value / top);
  const slot = (width - AXIS_WIDTH) / categories.length;
  const shapes: Shape[] = [
    { kind: 'text', x: 0, y: 12, text: title, size: 10, bold: true, color: COLORS.ink },
  ];
  for (let value = 0; value <= top + step / 2; value += step) {
    const y = toY(value);
    shapes.push(
      {
        kind: 'line',
        x1: AXIS_WIDTH,
        y1: y,
        x2: width,
        y2: y,
        color: COLORS.line,
        lineWidth: value === 0 ? 1 : 0.5,
      },
      {
        kind: 'text',
        x: AXIS_WIDTH - 5,
        y: y + 3,
        text: format(value),
        size: 7.5,
        align: 'right',
        color: COLORS.slate,
      },
    );
  }
  categories.forEach((text, at) => {
    const x = AXIS_WIDTH + slot * (at + 0.5);
    shapes.push({
      kind: 'text',
      x,
      y: height - AXIS_HEIGHT + 12,
      text,
      size: 8,
      align: 'center',
      color: COLORS.slate,
    });
  });
  let x = AXIS_WIDTH;
  if (series.length > 1)
    series.forEach(({ name }, index) => {
      const fill = SERIES_COLORS[index % SERIES_COLORS.length] ?? COLORS.navy;
      shapes.push(
        { kind: 'rect', x, y: height - 13, width: 8, height: 8, fill },
        { kind: 'text', x: x + 12, y: height - 6, text: name, size: 8, color: COLORS.slate },
      );
      x += 24 + name.length * 4.4;
    });
  return { shapes, slot, left: AXIS_WIDTH, toY };
}

/** Returns a round distance that gives four to eight grid lines. */
function gridStep(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(highest));
  return (
    [0.2, 0.25, 0.5, 1, 2].map((factor) => factor * power).find((step) => highest / step <= 7) ?? power * 2
  );
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
