import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { withCapabilityTable } from './table.ts';

/** Updates the table of docs/networks.md and formats it as the repository's files are. */
const file = path.join(import.meta.dirname, '../../../../docs/networks.md');
const options = await resolveConfig(file);
const page = withCapabilityTable(await readFile(file, 'utf8'));
await writeFile(file, await format(page, { ...options, filepath: file }));
process.stdout.write('Wrote docs/networks.md\n');
