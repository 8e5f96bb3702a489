/** The parts of a watermark, each replaced for the viewer. */
export const WATERMARK_PARTS = ['name', 'email', 'group', 'date', 'time', 'link', 'room', 'copy'] as const;
export type WatermarkPart = (typeof WATERMARK_PARTS)[number];

export const WATERMARK_COLORS = ['gray', 'black', 'red', 'blue'] as const;
export type WatermarkColor = (typeof WATERMARK_COLORS)[number];

export const MAX_WATERMARK_LENGTH = 200;
export const MAX_WATERMARK_NAME_LENGTH = 100;

/** How a watermark is drawn. */
export interface WatermarkLook {
  /** Degrees; positive ones rise to the right. */
  readonly angle: number;
  /** Percent of the usual size and distance of the lines. */
  readonly size: number;
  readonly density: number;
  readonly color: WatermarkColor;
}

/** The look of a watermark without a template. */
export const DEFAULT_WATERMARK_LOOK: WatermarkLook = { angle: 30, size: 100, density: 100, color: 'gray' };

const PART = /\{([^{}]*)\}/g;
const isPart = (name: string): name is WatermarkPart => WATERMARK_PARTS.some((part) => part === name);

/** Returns why a text is no template, or `undefined`. */
export function watermarkProblem(template: string): string | undefined {
  const names = [...template.matchAll(PART)].map(([, name = '']) => name);
  const unknown = names.find((name) => !isPart(name));
  if (unknown !== undefined) return `{${unknown}} is not a part of a watermark.`;
  return names.includes('name') || names.includes('email') ? undefined : 'Add {name} or {email}.';
}

/** Returns the text with its parts replaced; a part without a value is left out, and so is the dot that separates it. */
export const fillWatermark = (template: string, values: Readonly<Record<WatermarkPart, string>>): string =>
  template
    .replace(PART, (_part, name: string) => (isPart(name) ? values[name] : ''))
    .replace(/\s+/g, ' ')
    .replace(/ ?·(?: ?·)+ ?/g, ' · ')
    .replace(/^ ?· ?| ?· ?$/g, '')
    .trim();
