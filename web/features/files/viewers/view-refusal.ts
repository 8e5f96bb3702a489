/** Why a file is not shown, by the status of the answer; 0 when there was none. */
export function viewRefusalOf(status: number | undefined): string {
  if (status === 404) return 'The requested file could not be found.';
  if (status === 403) return "You don't have permission to view this file.";
  if (status === 0) return 'Network error occurred while checking file access.';
  return 'An error occurred while loading the file.';
}
