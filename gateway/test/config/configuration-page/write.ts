import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { configurationPage } from './page.ts';

/** Writes docs/configuration.md, formatted as the files of the repository are. */
const file = path.join(import.meta.dirname, '../../../../docs/configuration.md');
const options = await resolveConfig(file);
await writeFile(file, await format(configurationPage(), { ...options, filepath: file }));
process.stdout.write('Wrote docs/configuration.md\n');
