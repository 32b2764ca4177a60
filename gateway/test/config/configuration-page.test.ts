import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from '@jest/globals';
import { settingGroups } from '../../src/config/setting-groups.ts';
import { ALL_SETTINGS } from '../../src/config/all-settings.ts';
import { configurationPage } from './configuration-page/page.ts';

const PAGE = path.join(import.meta.dirname, '../../../docs/configuration.md');

describe('docs/configuration.md', () => {
	it('is what the settings say; `npm run configuration` updates it', async () => {
		const options = await resolveConfig(PAGE);
		const expected = await format(configurationPage(), { ...options, filepath: PAGE });
		expect(await readFile(PAGE, 'utf8')).toBe(expected);
	});

	it('has every setting once, with a default', () => {
		const described = settingGroups().flatMap(({ settings }) => settings);
		expect(described.map((one) => one.variable).toSorted()).toEqual(
			ALL_SETTINGS.map((one) => one.variable).toSorted(),
		);
		expect(described.filter(({ defaultText }) => defaultText === '').map((one) => one.variable)).toEqual([]);
	});

	it('has examples that the gateway accepts', () => {
		const files = new Set(['GATEWAY_TLS_CERT', 'GATEWAY_TLS_KEY']);
		for (const { variable, parse, example } of settingGroups().flatMap(({ settings }) => settings)) {
			if (!files.has(variable)) expect(() => parse(example)).not.toThrow();
		}
	});
});
