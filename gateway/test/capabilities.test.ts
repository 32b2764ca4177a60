import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { CAPABILITIES } from '../src/network/capabilities.ts';
import { CLOUD_API_CAPABILITIES } from '../src/network/cloud-api/limits.ts';
import { WHATSAPP_WEB_CAPABILITIES } from '../src/network/whatsapp-web/limits.ts';

const GUIDE = path.join(import.meta.dirname, '../../docs/cloud-api.md');

it('are in the guide as the drivers declare them', async () => {
	const lines = (await readFile(GUIDE, 'utf8')).split('\n');
	const cells = lines.map((line) => line.split('|').map((cell) => cell.trim()));
	for (const capability of CAPABILITIES) {
		const row = cells.find(([, name]) => name === `\`${capability}\``);
		const declared = [WHATSAPP_WEB_CAPABILITIES, CLOUD_API_CAPABILITIES];
		expect(row?.slice(2, 5)).toEqual(['yes', ...declared.map((set) => (set.has(capability) ? 'yes' : 'no'))]);
	}
});
