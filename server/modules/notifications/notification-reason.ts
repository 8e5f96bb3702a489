/** Explains under each notification why it was sent and how to stop it. */
export const explainNotification = (product: string): string =>
  `You received this email because of your notification settings in ${product}. You can change them there.`;
