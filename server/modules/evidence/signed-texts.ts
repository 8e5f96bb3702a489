import type { SigningKey, TreeHead } from '#shared/contracts/audit.ts';

// Each text begins with its kind, so that a signature of one is never valid for another. Part of stored data and of
// docs/using/evidence.md.

/** Returns the text that the signature of a tree head covers. */
export const treeHeadText = ({ treeSize, rootHash, signedAt, keyId }: Omit<TreeHead, 'signature'>): string =>
  `muniment-tree-head/1\n${treeSize}\n${rootHash}\n${signedAt}\n${keyId}\n`;

/** Returns the text that the signature of a receipt covers. */
export const receiptText = (statement: string): string => `muniment-receipt/1\n${statement}`;

/** Returns the text that the signature of a disclosure certificate covers. */
export const certificateText = (statement: string): string => `muniment-certificate/1\n${statement}`;

/** Returns the text that the signature of an archive covers. */
export const archiveText = (manifestHash: string): string => `muniment-archive/1\n${manifestHash}\n`;

/** Returns the text with which the key before signs a key. */
export const signingKeyText = ({
  publicKey,
  validFrom,
}: Pick<SigningKey, 'publicKey' | 'validFrom'>): string =>
  `muniment-signing-key/1\n${publicKey}\n${validFrom}\n`;
