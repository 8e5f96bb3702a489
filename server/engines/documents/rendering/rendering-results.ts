import type { PageLayout } from '../document-source.ts';
import type { ListedPage, RenderingProblem } from './renderable-document.ts';
import type { TextMatch } from './rendering-protocol.ts';

interface Problem {
  readonly problem: RenderingProblem;
  /** The machine may have lacked the time or memory for an intact document. */
  readonly mayPass?: boolean | undefined;
}
export type PageList = (
  | Problem
  | {
      readonly count: number;
      readonly pages: readonly ListedPage[];
      readonly sheets?: readonly { readonly name: string; readonly page: number }[] | undefined;
      readonly isCut?: true | undefined;
    }
) & {
  /** The layout of these pages, if there are two: each has other pages, and others may follow. */
  readonly layout?: PageLayout | undefined;
};
export type PageImage = Problem | { readonly image: Buffer };

export type TextMatches = Problem | { readonly matches: readonly TextMatch[] };
