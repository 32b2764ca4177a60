import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import type { World } from '../operations/world.ts';
import { createWorld, located, messageIn } from '../operations/world.ts';
import { startGateway } from '../support/gateway.ts';
import { ACTION_NODE, loadedPackage, nodeOf, nodeTypes } from '../support/loadedPackage.ts';
import { runNode } from '../support/runNode.ts';

let world: World;

beforeAll(async () => {
	await loadedPackage.loadAll();
	world = await createWorld(await startGateway());
});

afterAll(async () => {
	await world.gateway.stop();
});

const sendTemplate = (template: INodeParameters) => ({
	resource: 'message',
	operation: 'sendTemplate',
	...located('instanceId', world.officialId),
	...located('to', '491516000011'),
	...template,
});

describe('Message > Send Template', () => {
	it('sends one of the list in its language, and one by its name in the language of the form', async () => {
		const templates: INodeParameters[] = [
			{ templateName: { __rl: true, mode: 'list', value: 'hello_world|en_US' } },
			{ ...located('templateName', ' hello_world '), language: 'en_US' },
			{ ...located('templateName', 'hello_world|en_US'), language: 'de_DE' },
		];
		for (const template of templates) {
			const { items, error } = await runNode(world.credential, sendTemplate(template));

			expect(error).toBeUndefined();
			const sent = await messageIn(world, items[0]?.json.messageId, world.officialId);
			expect(sent.content).toBe('Hello World');
		}
	});

	it.each([
		[{ ...located('templateName', 'hello_world'), language: 'de_DE' }, 'The template does not exist'],
		[
			{ templateName: { __rl: true, mode: 'list', value: 'spring_sale|en_US' } },
			'The template is not approved',
		],
		[located('templateName', ' '), 'No template is chosen'],
	])('refuses %j', async (template, message) => {
		const { error } = await runNode(world.credential, sendTemplate(template));

		expect(error).toMatchObject({ message });
	});

	it.each([
		['list', 'hello_world|en_US', false],
		['id', 'hello_world', true],
		['id', '={{ $json.template }}', true],
	])('asks for the language only where the template does not tell it: %s %s', (mode, value, asked) => {
		const { description } = nodeTypes.getByNameAndVersion(ACTION_NODE, 1);
		const language = description.properties.find(({ name }) => name === 'language');
		const parameters = sendTemplate({ templateName: { __rl: true, mode, value } });
		const node = nodeOf(ACTION_NODE, parameters);

		const shown = NodeHelpers.getNodeParameters(
			description.properties,
			parameters,
			true,
			false,
			node,
			description,
		);

		expect(language).toBeDefined();
		expect(Object.keys(shown ?? {}).includes('language')).toBe(asked);
	});
});
