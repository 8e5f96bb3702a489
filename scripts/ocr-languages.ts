// npm run ocr-languages -- LANGUAGE…: installs languages for OCR, such as deu or fra, from the npm registry into DATA_DIR/ocr.
import { runCommand } from './command-line/run-command.ts';
import { installLanguages } from './ocr-languages/install-languages.ts';
import { packLanguage } from './ocr-languages/pack-language.ts';

await runCommand(
  { usage: 'npm run ocr-languages -- LANGUAGE…, for example deu fra', positionals: 'some', flags: [] },
  async ({ config, positionals, print }) => {
    await installLanguages(config.dataDir, positionals, { pack: packLanguage, print });
    print(
      'They count at once. Files that were uploaded before are read in them after Recognize Again or Reindex.',
    );
    return true;
  },
);
