import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { OfficialTemplates } from '../../actions/message/officialTemplates.ts';
import { startOfficialTemplates } from '../../actions/message/officialTemplates.ts';
import { createFixture, locator } from '../../operations/fixture.ts';
import { startGateway } from '../../support/gateway.ts';
import { loadedPackage } from '../../support/loadedPackage.ts';
import { mapperFields } from '../../support/mapperFields.ts';
import { startProxy } from '../../support/proxy.ts';

let official: OfficialTemplates;

beforeAll(async () => {
	await loadedPackage.loadAll();
	official = await startOfficialTemplates();
});

afterAll(async () => {
	await official.stop();
});

const form = (templateName: string, language?: string): INodeParameters => ({
	resource: 'message',
	operation: 'sendTemplate',
	...locator('instanceId', official.instanceId),
	...locator('templateName', templateName),
	...(language !== undefined && { language }),
});

const load = (parameters: INodeParameters, baseUrl = official.gateway.url) =>
	mapperFields({ ...official.credential, baseUrl }, 'getTemplateFields', parameters);

/** Returns ID, label, type and whether it is required (!), optional (?) or hidden at first (-), of each column. */
async function columns(...of: Parameters<typeof form>): Promise<string[]> {
	const { fields } = await load(form(...of));
	return fields.map(({ id, displayName, type, required, removed }) => {
		return `${id} | ${displayName} | ${type ?? ''}${required ? '!' : removed ? '-' : '?'}`;
	});
}

describe('the columns of a template', () => {
	it('are its header, its body and its buttons, with their examples', async () => {
		expect(await columns('order|en_US')).toEqual([
			'header_1 | Header {{1}}: e.g. 4711 | string!',
			'body_1 | Body {{1}}: e.g. Ada | string!',
			'body_2 | Body {{2}}: e.g. your order has left ou… | string!',
			'button_1_url | Button 1 "Track the parce…": e.g. 17 | string!',
			'button_2_quick_reply | Button 2 "Stop": payload | string-',
			'button_3_copy_code | Button 3 "Copy": e.g. SAVE10 | string!',
			'button_4_flow | Button 4 "Book": JSON | object-',
		]);
	});

	it('have the names of named placeholders, and a file with its name', async () => {
		expect(await columns('greeting', 'fil')).toEqual([
			'document | Document URL or field | string!',
			'filename | Document name | string-',
			'body_first_name | Body {{first_name}}: e.g. Ada | string!',
			'body_text | Body {{text}} | string!',
		]);
	});

	it('are those of a location or a video', async () => {
		expect(await columns('place|en_US')).toEqual([
			'latitude | Latitude | number!',
			'longitude | Longitude | number!',
			'location_name | Location name | string-',
			'location_address | Location address | string-',
		]);
		expect(await columns('clip', 'de_DE')).toEqual(['video | Video URL or field | string!']);
	});

	it('are an amount and a currency where the template declares one', async () => {
		const fixture = await createFixture(await startGateway());
		const { fields } = await mapperFields(fixture.credential, 'getTemplateFields', {
			...form('invoice_ready|en_US'),
			...locator('instanceId', fixture.officialId),
		});
		expect(fields).toMatchObject([
			{ id: 'image', displayName: 'Image URL or field', required: true },
			{ id: 'amount_1', displayName: 'Body {{1}}: e.g. €12.50', type: 'number', required: true },
			{ id: 'currency_1', displayName: 'Body {{1}}: currency', defaultValue: 'EUR' },
			{ id: 'button_1_url', displayName: 'Button 1 "View invoice": e.g. invoice-7' },
		]);
		await fixture.gateway.stop();
	});

	it.each([
		['plain|en_US', 'has no variables'],
		['no_such_template|en_US', 'no template of this name'],
		['', 'Select an instance and a template'],
		['={{ $json.template }}', 'Select an instance and a template'],
	])('are none for %j, and a notice says why', async (templateName, notice) => {
		expect(await load(form(templateName))).toEqual({
			fields: [],
			emptyFieldsNotice: expect.stringContaining(notice),
		});
	});

	it('are none for a gateway that does not list placeholders', async () => {
		const data = [{ name: 'plain', language: 'en_US', status: 'approved', body: '', parametersCount: 1 }];
		const body = JSON.stringify({ success: true, data });
		const older = await startProxy(official.gateway.url, () => ({ status: 200, body }));

		expect(await load(form('plain|en_US'), older.url)).toEqual({
			fields: [],
			emptyFieldsNotice: expect.stringContaining('Update it'),
		});
		await older.close();
	});
});
