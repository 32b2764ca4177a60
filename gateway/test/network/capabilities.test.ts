import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { withCapabilityTable } from './capability-table/table.ts';

const GUIDE = path.join(import.meta.dirname, '../../../docs/networks.md');

/** Returns the cells of every table row, trimmed. */
const cellsOf = (page: string): string[][] =>
	page
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.map((line) => line.split('|').map((cell) => cell.trim().replace(/^-+$/, '-')));

it('the guide lists the capabilities that the drivers declare; `npm run capabilities` updates it', async () => {
	const page = await readFile(GUIDE, 'utf8');
	expect(cellsOf(page)).toEqual(cellsOf(withCapabilityTable(page)));
});
