const ONE_PIXEL_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The form that sets the icon of a brand. */
export const BRAND_IMAGE_FORM = [
  { name: 'kind', value: 'icon' },
  { name: 'file', value: Buffer.from(ONE_PIXEL_PNG, 'base64'), filename: 'icon.png' },
];
