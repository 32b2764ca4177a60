import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import type { Fixture } from '../../operations/fixture.ts';
import { createFixture, locator, findMessage } from '../../operations/fixture.ts';
import { startGateway } from '../../support/gateway.ts';
import { ACTION_NODE, loadedPackage, createNode, nodeTypes } from '../../support/loadedPackage.ts';
import { runNode, runNodeWith } from '../../support/runNode.ts';

let fixture: Fixture;

beforeAll(async () => {
	await loadedPackage.loadAll();
	fixture = await createFixture(await startGateway());
});

afterAll(async () => {
	await fixture.gateway.stop();
});

const sendTemplate = (template: INodeParameters) => ({
	resource: 'message',
	operation: 'sendTemplate',
	...locator('instanceId', fixture.officialId),
	...locator('to', '491516000011'),
	...template,
});

describe('Message > Send Template of version 1', () => {
	const text = (value: string) => ({ type: 'text', text: value });
	const currency = (amount: string) => ({ type: 'currency', code: 'EUR', amount });
	const order = (second: string) => ({
		...locator('templateName', 'order_update'),
		language: 'en_US',
		bodyVariables: { variable: [text('4711'), text(second)] },
	});
	const invoice = (amount: string, index: string | number = 0) => ({
		...locator('templateName', 'invoice_ready'),
		language: 'en_US',
		headerImageUrl: 'https://example.com/header.jpg',
		bodyVariables: { variable: [currency(amount)] },
		buttonVariables: { button: [{ index, subType: 'url', text: '4711' }] },
	});

	async function sendRows(template: INodeParameters) {
		const input = [{ json: { name: 'Ada', total: '12.5' } }];
		const parameters = sendTemplate(template);
		return await runNodeWith(fixture.credential, parameters, input, 'stopWorkflow', undefined, 1);
	}

	it.each([
		[order('={{ $json }}'), 'Body variable 2 is not a text'],
		[order('={{ [$json.name, "Bob"] }}'), 'Body variable 2 is not a text'],
		[invoice('={{ null }}'), 'Body variable 1, amount is not a number'],
		[invoice('={{ $json.nothing }}'), 'Body variable 1, amount is not a number'],
		[invoice('={{ "a lot" }}'), 'Body variable 1, amount is not a number'],
		[invoice('={{ 1 }}', '={{ null }}'), 'Button variable 1, button number is not a number'],
	])('sends no customer what an expression without a value makes of %j', async (template, message) => {
		const { error, items } = await sendRows(template);

		expect(error).toMatchObject({ name: 'NodeOperationError', message, context: { itemIndex: 0 } });
		expect(items).toEqual([]);
	});

	it('takes numbers that expressions return as texts', async () => {
		const { items, error } = await sendRows(invoice('={{ $json.total }}', '={{ "0" }}'));

		expect(error).toBeUndefined();
		const sent = await findMessage(fixture, items[0]?.json.messageId, fixture.officialId);
		expect(sent.content).toContain('12.5');
	});
});

describe('Message > Send Template', () => {
	it('sends a template of the list in its language, and one by name in the language of the form', async () => {
		const templates: INodeParameters[] = [
			{ templateName: { __rl: true, mode: 'list', value: 'hello_world|en_US' } },
			{ ...locator('templateName', ' hello_world '), language: 'en_US' },
			{ ...locator('templateName', 'hello_world|en_US'), language: 'de_DE' },
		];
		for (const template of templates) {
			const { items, error } = await runNode(fixture.credential, sendTemplate(template));

			expect(error).toBeUndefined();
			const sent = await findMessage(fixture, items[0]?.json.messageId, fixture.officialId);
			expect(sent.content).toBe('Hello World');
		}
	});

	it('sends a template by name in a language without a country', async () => {
		const { items } = await runNode(
			fixture.credential,
			sendTemplate({
				...locator('templateName', 'order_shipped'),
				language: 'de',
				templateVariables: {
					mappingMode: 'defineBelow',
					value: { document: 'https://example.com/a.pdf', body_first_name: 'Ada', body_order: 4711 },
					matchingColumns: [],
					schema: [],
				},
			}),
		);

		const sent = await findMessage(fixture, items[0]?.json.messageId, fixture.officialId);
		expect(sent.content).toBe('Hallo Ada, Ihre Bestellung 4711 ist unterwegs.');
	});

	it('sends components that are entered as JSON', async () => {
		const parameters = [
			{ type: 'text', text: '4711', parameter_name: 'order' },
			{ type: 'text', text: 'Ada', parameter_name: 'first_name' },
		];
		const document = { link: 'https://example.com/a.pdf' };
		const components = [
			{ type: 'header', parameters: [{ type: 'document', document }] },
			{ type: 'body', parameters },
		];
		const { items } = await runNode(
			fixture.credential,
			sendTemplate({
				...locator('templateName', 'order_shipped|de'),
				variables: 'json',
				componentsJson: JSON.stringify(components),
			}),
		);

		const sent = await findMessage(fixture, items[0]?.json.messageId, fixture.officialId);
		expect(sent.content).toBe('Hallo Ada, Ihre Bestellung 4711 ist unterwegs.');
	});

	it('fills in the rows of a node of version 1', async () => {
		const { items, error } = await runNodeWith(
			fixture.credential,
			sendTemplate({
				templateName: { __rl: true, mode: 'list', value: 'invoice_ready|en_US' },
				headerImageUrl: 'https://example.com/a.jpg',
				bodyVariables: { variable: [{ type: 'currency', code: 'EUR', amount: 12.5 }] },
				buttonVariables: { button: [{ index: 0, subType: 'url', text: '4711' }] },
			}),
			[{ json: {} }],
			'stopWorkflow',
			undefined,
			1,
		);

		expect(error).toBeUndefined();
		const sent = await findMessage(fixture, items[0]?.json.messageId, fixture.officialId);
		expect(sent.content).toBe('Your invoice over €12.50 is ready.');
	});

	it.each([
		[1, ['headerImageUrl', 'bodyVariables', 'buttonVariables']],
		[2, ['templateVariables']],
	])('shows the fields of version %i', (typeVersion, shown) => {
		const { description } = nodeTypes.getByNameAndVersion(ACTION_NODE, typeVersion);
		const parameters = sendTemplate({
			templateName: { __rl: true, mode: 'list', value: 'order_update|en_US' },
		});
		const node = createNode(ACTION_NODE, parameters, { typeVersion });

		const visible = NodeHelpers.getNodeParameters(
			description.properties,
			parameters,
			true,
			false,
			node,
			description,
		);

		const fields = ['headerImageUrl', 'bodyVariables', 'buttonVariables', 'templateVariables'];
		expect(Object.keys(visible ?? {}).filter((name) => fields.includes(name))).toEqual(shown);
	});

	it.each([
		[{ ...locator('templateName', 'hello_world'), language: 'de_DE' }, 'The template does not exist'],
		[
			{ templateName: { __rl: true, mode: 'list', value: 'spring_sale|en_US' } },
			'The template is not approved',
		],
		[locator('templateName', ' '), 'No template is selected'],
	])('fails for %j', async (template, message) => {
		const { error } = await runNode(fixture.credential, sendTemplate(template));

		expect(error).toMatchObject({ message });
	});

	it.each([
		['list', 'hello_world|en_US', false],
		['id', 'hello_world', true],
		['id', '={{ $json.template }}', true],
	])('shows the field Language only for a template without a language: %s %s', (mode, value, isShown) => {
		const { description } = nodeTypes.getByNameAndVersion(ACTION_NODE, 1);
		const language = description.properties.find(({ name }) => name === 'language');
		const parameters = sendTemplate({ templateName: { __rl: true, mode, value } });
		const node = createNode(ACTION_NODE, parameters);

		const visible = NodeHelpers.getNodeParameters(
			description.properties,
			parameters,
			true,
			false,
			node,
			description,
		);

		expect(language).toBeDefined();
		expect(Object.keys(visible ?? {}).includes('language')).toBe(isShown);
	});
});
