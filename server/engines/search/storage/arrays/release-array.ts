/**
 * Frees the memory of an array at once, rather than when garbage is collected: hundreds of megabytes would be there twice until
 * then.
 */
export function releaseArray({ buffer }: { readonly buffer: ArrayBuffer }): void {
  buffer.transfer(0);
}
