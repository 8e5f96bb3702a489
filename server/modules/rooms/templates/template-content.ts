import type { RequestPriority } from '#shared/contracts/rooms/requests.ts';
import type { DeliveredTemplate } from './delivered/delivered-template.ts';

export interface TemplateFolder {
  readonly name: string;
  readonly folders: readonly TemplateFolder[];
}

interface TemplateRequest {
  readonly text: string;
  /** Names one of `areas`. */
  readonly area: string | null;
  /** The group that sees it, one of `groups`; `null` is for staff alone. */
  readonly group: string | null;
  readonly priority: RequestPriority;
}

/** Describes what a template creates in a room, in the order of the index and of the request list. */
export interface TemplateContent {
  readonly folders: readonly TemplateFolder[];
  readonly groups: readonly string[];
  readonly areas: readonly string[];
  readonly requests: readonly TemplateRequest[];
}

/** Returns the content of a delivered template. */
export const contentOf = ({ folders, groups, requests }: DeliveredTemplate): TemplateContent => ({
  folders: Object.entries(folders).map(([name, inside]) => ({
    name,
    folders: inside.map((name) => ({ name, folders: [] })),
  })),
  groups,
  areas: Object.keys(requests),
  requests: Object.entries(requests).flatMap(([area, texts]) =>
    texts.map((text) => ({ text, area, group: null, priority: 'normal' as const })),
  ),
});

export const countFolders = (folders: readonly TemplateFolder[]): number =>
  folders.reduce((sum, each) => sum + 1 + countFolders(each.folders), 0);
