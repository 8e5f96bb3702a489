import { ASSET_DEAL } from './asset-deal.ts';
import { AUDIT } from './audit.ts';
import type { DeliveredTemplate } from './delivered-template.ts';
import { FINANCING_ROUND } from './financing-round.ts';
import { PROPERTY } from './property.ts';
import { SHARE_DEAL } from './share-deal.ts';

/** The templates that every installation has, in the order of their rows. */
export const DELIVERED_TEMPLATES: readonly DeliveredTemplate[] = [
  SHARE_DEAL,
  ASSET_DEAL,
  FINANCING_ROUND,
  AUDIT,
  PROPERTY,
];
