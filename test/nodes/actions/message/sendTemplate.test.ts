import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import type { Fixture } from '../../operations/fixture.ts';
import { createFixture, locator, findMessage } from '../../operations/fixture.ts';
import { startGateway } from '../../support/gateway.ts';
import { ACTION_NODE, loadedPackage, createNode, nodeTypes } from '../../support/loadedPackage.ts';
import { runNode } from '../../support/runNode.ts';

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
