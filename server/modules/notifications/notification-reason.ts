/** Under each notification: why it came, and how no more come. */
export const NOTIFICATION_REASON =
  'You received this email because of your notification settings in Muniment. You can change them there.';
