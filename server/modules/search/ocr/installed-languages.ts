import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { ocrLanguageName } from '#shared/domain/ocr/ocr-language-name.ts';

/** Lists the languages in which this node recognizes scans. */
export async function listInstalledLanguages({ documents }: Pick<Context, 'documents'>): Promise<string[]> {
  const { languages = [] } = (await documents.ocr?.listLanguages()) ?? {};
  return [...languages];
}

/** Refuses languages that are not installed. */
export async function assertLanguagesInstalled(ctx: Context, wanted: readonly string[]): Promise<void> {
  const installed = await listInstalledLanguages(ctx);
  const missing = wanted.find((code) => !installed.includes(code));
  if (missing !== undefined)
    throw new AppError('invalid', `${ocrLanguageName(missing)} is not installed. Ask your administrator.`);
}
