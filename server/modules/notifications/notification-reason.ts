/** Under each notification: why it came, and how no more come. */
export const NOTIFICATION_REASON =
  'You get this because your notification settings in Muniment ask for it. You can change them there.';
