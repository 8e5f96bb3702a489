/** Explains under each notification why it was sent and how to stop it. */
export const NOTIFICATION_REASON =
  'You received this email because of your notification settings in Muniment. You can change them there.';
