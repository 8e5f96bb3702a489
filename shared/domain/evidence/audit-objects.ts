/** The kinds of objects of actions. */
export const AUDIT_OBJECTS = [
  'file',
  'folder',
  'user',
  'invitation',
  'receipt',
  'link',
  'terms',
  'watermark',
  'group',
  'request',
  'token',
] as const;
