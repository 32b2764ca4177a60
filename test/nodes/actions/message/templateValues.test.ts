import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { at } from '../../../../gateway/test/support/json.ts';
import { PDF } from '../../../../gateway/test/support/sample-files.ts';
import { until } from '../../../../gateway/test/support/until.ts';
import { itemWithFiles, locator } from '../../operations/fixture.ts';
import { loadedPackage } from '../../support/loadedPackage.ts';
import { mapperFields } from '../../support/mapperFields.ts';
import { runNodeWith } from '../../support/runNode.ts';
import type { OfficialTemplates } from './officialTemplates.ts';
import { startOfficialTemplates } from './officialTemplates.ts';

let official: OfficialTemplates;

beforeAll(async () => {
	await loadedPackage.loadAll();
	official = await startOfficialTemplates();
});

afterAll(async () => {
	await official.stop();
});

/** Returns the node as the editor stores it: with the columns of the template. */
async function sendTemplate(
	templateName: string,
	mapper: { mappingMode?: string; value?: IDataObject },
): Promise<INodeParameters> {
	const parameters: INodeParameters = {
		resource: 'message',
		operation: 'sendTemplate',
		...locator('instanceId', official.instanceId),
		...locator('to', '16505551234'),
		templateName: { __rl: true, mode: 'list', value: templateName },
	};
	const { fields } = await mapperFields(official.credential, 'getTemplateFields', parameters);
	const templateVariables = {
		mappingMode: 'defineBelow',
		value: null,
		matchingColumns: [],
		schema: fields,
		...mapper,
	};
	return { ...parameters, templateVariables: templateVariables as unknown as IDataObject } as INodeParameters;
}

async function run(parameters: INodeParameters, input: INodeExecutionData = { json: {} }) {
	return await runNodeWith(official.credential, parameters, [input]);
}

/** Runs the node; returns the components of the template as they came to Meta. */
async function componentsAtMeta(...of: Parameters<typeof run>): Promise<unknown> {
	const { items, error } = await run(...of);
	expect(error).toBeUndefined();
	const id = items[0]?.json.messageId as string;
	await until(`${id} to be sent`, async () => {
		const { body } = await official.gateway.request('GET', `/v1/messages/${id}/status`);
		return at(body, 'data.status') === 'sent';
	});
	const last = (await official.meta.requests('messages')).at(-1);
	expect(last?.violation).toBeNull();
	return at(last?.body, 'template.components');
}

const text = (value: string) => ({ type: 'text', text: value });

describe('Message > Send Template, with a value for each column', () => {
	it('sends texts and the parameters of buttons', async () => {
		const parameters = await sendTemplate('order|en_US', {
			value: {
				button_4_flow: '{ "flow_token": "booking-7" }',
				button_3_copy_code: 'SAVE10',
				button_1_url: '={{ $json.id }}',
				body_2: 'it is on its way',
				body_1: '={{ $json.name }}',
				header_1: 4711,
			},
		});

		expect(await componentsAtMeta(parameters, { json: { id: 17, name: 'Ada' } })).toEqual([
			{ type: 'header', parameters: [text('4711')] },
			{ type: 'body', parameters: [text('Ada'), text('it is on its way')] },
			{
				type: 'button',
				sub_type: 'flow',
				index: '3',
				parameters: [{ type: 'action', action: { flow_token: 'booking-7' } }],
			},
			{
				type: 'button',
				sub_type: 'copy_code',
				index: '2',
				parameters: [{ type: 'coupon_code', coupon_code: 'SAVE10' }],
			},
			{ type: 'button', sub_type: 'url', index: '0', parameters: [text('17')] },
		]);
	});

	it('sends named parameters and a file from a URL', async () => {
		const document = 'https://example.com/a.pdf';
		const value = { document, filename: 'Invoice.pdf', body_text: 'salamat', body_first_name: 'Ada' };

		expect(await componentsAtMeta(await sendTemplate('greeting|fil', { value }))).toEqual([
			{
				type: 'header',
				parameters: [{ type: 'document', document: { link: document, filename: 'Invoice.pdf' } }],
			},
			{
				type: 'body',
				parameters: [
					{ ...text('Ada'), parameter_name: 'first_name' },
					{ ...text('salamat'), parameter_name: 'text' },
				],
			},
		]);
	});

	it('uploads a file of the item for the header', async () => {
		const file = { name: 'Invoice 17.pdf', mimeType: 'application/pdf', bytes: PDF };
		const value = { document: 'invoice', body_text: 'salamat', body_first_name: 'Ada' };

		const components = await componentsAtMeta(
			await sendTemplate('greeting|fil', { value }),
			itemWithFiles({ invoice: file }),
		);

		const mediaId = (await official.meta.requests('media')).at(-1)?.mediaId;
		expect(at(components, '0.parameters.0')).toEqual({
			type: 'document',
			document: { id: mediaId, filename: 'Invoice 17.pdf' },
		});
	});

	it('sends a location', async () => {
		const value = { latitude: 48.2104, longitude: '16.3655', location_name: 'Café Central' };

		expect(await componentsAtMeta(await sendTemplate('place|en_US', { value }))).toEqual([
			{
				type: 'header',
				parameters: [
					{
						type: 'location',
						location: { latitude: '48.2104', longitude: '16.3655', name: 'Café Central' },
					},
				],
			},
		]);
	});

	it('takes the values from fields of the item by the names of columns and placeholders', async () => {
		const mapped = await sendTemplate('greeting|fil', { mappingMode: 'autoMapInputData' });
		const json = {
			document: 'https://example.com/a.pdf',
			first_name: 'Ada',
			body_text: 'salamat',
			text: 'not this',
			other: 1,
		};

		expect(await componentsAtMeta(mapped, { json })).toMatchObject([
			{ type: 'header' },
			{
				type: 'body',
				parameters: [
					{ ...text('Ada'), parameter_name: 'first_name' },
					{ ...text('salamat'), parameter_name: 'text' },
				],
			},
		]);
	});

	it('sends a template without variables as it is', async () => {
		expect(await componentsAtMeta(await sendTemplate('plain|en_US', { value: {} }))).toBeUndefined();
	});

	const COMPLETE = { header_1: 'x', body_1: 'x', body_2: 'x', button_1_url: 'x', button_3_copy_code: 'x' };

	it.each<[string, { mappingMode?: string; value?: IDataObject }, string, string]>([
		[
			'order|en_US',
			{ value: { ...COMPLETE, body_1: '={{ "" }}' } },
			'The variable "Body {{1}}: e.g. Ada" has no value',
			'check that the expression has one',
		],
		[
			'order|en_US',
			{ mappingMode: 'autoMapInputData' },
			'The variable "Header {{1}}: e.g. 4711" has no value',
			'Add the field header_1 to the input item',
		],
		[
			'place|en_US',
			{ value: { latitude: '={{ "north" }}', longitude: 1 } },
			"Invalid input for 'latitude'",
			'',
		],
		['clip|de', { value: { video: 'no_such_field' } }, "binary file 'no_such_field'", ''],
	])('fails for %s with %j', async (templateName, mapper, message, description) => {
		const sent = (await official.meta.requests('messages')).length;

		const { error } = await run(await sendTemplate(templateName, mapper));

		expect(error?.message).toContain(message);
		expect(error?.description ?? '').toContain(description);
		expect(await official.meta.requests('messages')).toHaveLength(sent);
	});
});
