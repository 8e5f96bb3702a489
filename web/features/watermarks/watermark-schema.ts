import { z } from 'zod';
import type { Watermark, WatermarkFields } from '#shared/contracts/links/watermarks.ts';
import {
  DEFAULT_WATERMARK_LOOK,
  MAX_WATERMARK_LENGTH,
  MAX_WATERMARK_NAME_LENGTH,
  WATERMARK_COLORS,
  type WatermarkColor,
  watermarkProblem,
} from '#shared/domain/links/watermarks.ts';

const numberText = (from: number, to: number) =>
  z
    .string()
    .trim()
    .refine(
      (text) => /^-?\d{1,3}$/.test(text) && Number(text) >= from && Number(text) <= to,
      `Enter a number from ${from} to ${to}`,
    );

export const watermarkSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Name is required')
    .max(MAX_WATERMARK_NAME_LENGTH, `Use at most ${MAX_WATERMARK_NAME_LENGTH} characters`),
  template: z
    .string()
    .trim()
    .max(MAX_WATERMARK_LENGTH, `Use at most ${MAX_WATERMARK_LENGTH} characters.`)
    .superRefine((text, context) => {
      const message = watermarkProblem(text);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    }),
  angle: numberText(-90, 90),
  size: numberText(50, 200),
  density: numberText(50, 200),
  color: z.enum(WATERMARK_COLORS),
});
export type WatermarkValues = z.infer<typeof watermarkSchema>;

export const COLOR_LABELS: Readonly<Record<WatermarkColor, string>> = {
  gray: 'Gray',
  black: 'Black',
  red: 'Red',
  blue: 'Blue',
};

/** The values of a form for a watermark, or for a new one. */
export function toFormValues(watermark: Watermark | undefined): WatermarkValues {
  const { angle, size, density, color } = watermark ?? DEFAULT_WATERMARK_LOOK;
  return {
    name: watermark?.name ?? '',
    template: watermark?.template ?? '{email} · {date} {time} · {link}',
    angle: String(angle),
    size: String(size),
    density: String(density),
    color,
  };
}

export const toFields = (values: WatermarkValues): WatermarkFields => ({
  ...values,
  angle: Number(values.angle),
  size: Number(values.size),
  density: Number(values.density),
});
