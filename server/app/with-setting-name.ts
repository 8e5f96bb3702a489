/** Prefixes an error with the environment variable that it comes from. */
export async function withSettingName<T>(name: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (cause) {
    // A refused connection to a host with several addresses has a code and no message.
    const { message = '', code = '' } = cause as NodeJS.ErrnoException; // libraries throw an Error
    throw new Error(`${name} is not usable: ${message || code}`, { cause });
  }
}
