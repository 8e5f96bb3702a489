import type { Canvas } from '@napi-rs/canvas';
import type { TextRange } from '#shared/domain/locate-passage.ts';
import type { Pixels } from './jpeg.ts';

/** In points for a PDF, in pixels for an image. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** A page as it is listed. */
export interface ListedPage extends PageSize {
  /** Height of the names of its columns, in the unit of the page; a viewer keeps them in view. */
  readonly frozenHeight?: number | undefined;
}

/** Part of a page, in fractions of its width and height from its upper left corner. */
export interface PageBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Finds matches in a page's text, which comes in one or more items. */
export type LocateText = (items: string[]) => readonly (readonly TextRange[])[];

/** A document that is open in this process and can be drawn page by page. */
export interface RenderableDocument {
  readonly pages: readonly ListedPage[];
  /** Pages of the document, which may have more than are drawn. */
  readonly count: number;
  /** The sheets of a spreadsheet with the first page of each. */
  readonly sheets?: readonly { readonly name: string; readonly page: number }[];
  /** Sheets of a spreadsheet have more rows or columns than are drawn. */
  readonly isCut?: boolean;
  /** `index` counts from 0; `width` is in pixels. */
  renderPage(index: number, width: number): Pixels;
  /** Draws an image as a PNG, with its transparency. */
  renderPng?(width: number): Buffer;
  /** Returns the boxes of each match on a page, about one for each line; absent where pages are images. */
  findOnPage?(index: number, locate: LocateText): PageBox[][];
}

/** Returns the pixels of an opaque canvas: only without transparency does its memory hold the plain colours. */
export function readPixels(canvas: Canvas): Pixels {
  return { width: canvas.width, height: canvas.height, data: canvas.data() };
}

/** Reasons why a document or page is not rendered. */
export const renderingProblems = [
  'protected',
  'damaged',
  'empty',
  'too-large',
  'too-long',
  'unsupported',
] as const;
export type RenderingProblem = (typeof renderingProblems)[number];

/** A document that cannot be drawn for a reason that its owner can understand. */
export class UnrenderableDocumentError extends Error {
  readonly problem: RenderingProblem;

  constructor(problem: RenderingProblem) {
    super(`The document is ${problem}`);
    this.name = 'UnrenderableDocumentError';
    this.problem = problem;
  }
}

/** A canvas of this many pixels takes 96 MB. */
const MAX_CANVAS_PIXELS = 24_000_000;

/** The pixels of a page drawn so wide; of one that is very long fewer, so that it fits in memory. */
export function pixelSizeForWidth({ width, height }: PageSize, wanted: number): PageSize {
  const ratio = Math.min(50, Math.max(1 / 50, height / width));
  const across = Math.min(wanted, Math.floor(Math.sqrt(MAX_CANVAS_PIXELS / ratio)));
  return { width: across, height: Math.max(1, Math.round(across * ratio)) };
}
