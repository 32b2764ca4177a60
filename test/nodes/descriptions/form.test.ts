import { beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { errorTexts } from '../../../nodes/MessagingGateway/transport/errorTexts.ts';
import { ACTION_NODE, nodeTypes, loadedPackage, TRIGGER_NODE } from '../support/loadedPackage.ts';

type Option = INodeProperties | INodePropertyCollection | INodePropertyOptions;

/** Returns every field of a form with its path, including the fields of collections. */
function flattenFields(properties: INodeProperties[], path = ''): { path: string; field: INodeProperties }[] {
	return properties.flatMap((field) => {
		const here = `${path}${field.name}`;
		const inside = ((field.options ?? []) as Option[]).flatMap((option) => {
			if ('values' in option) return flattenFields(option.values, `${here}.${option.name}.`);
			return 'type' in option ? flattenFields([option], `${here}.`) : [];
		});
		return [{ path: here, field }, ...inside];
	});
}

/** Returns whether a version of the node has a field. */
function isOfVersion({ displayOptions }: INodeProperties, version: number): boolean {
	const condition = displayOptions?.show?.['@version'];
	return condition === undefined || condition.includes(1) === (version === 1);
}

beforeAll(async () => {
	await loadedPackage.loadAll();
});

describe.each([ACTION_NODE, TRIGGER_NODE])('the form of %s', (name) => {
	const fields = () => flattenFields(nodeTypes.getByNameAndVersion(name, 1).description.properties);

	it('describes every field for users and AI agents', () => {
		const undescribed = fields()
			.filter(({ field }) => !['notice', 'hidden', 'collection', 'fixedCollection'].includes(field.type))
			.filter(({ field }) => !['resource', 'operation'].includes(field.name))
			.filter(({ field }) => !field.description && !field.hint);

		expect(undescribed.map(({ path }) => path)).toEqual([]);
	});

	it('has an example in every text field', () => {
		const typed = fields().filter(({ field }) => field.type === 'string' && !field.typeOptions?.password);
		const without = typed.filter(
			({ field }) => field.default === '' && !field.placeholder?.startsWith('e.g. '),
		);

		expect(without.map(({ path }) => path)).toEqual([]);
	});

	it.each([1, 2])(
		'has a unique action text without an article for every operation of version %i',
		(version) => {
			const operations = fields()
				.filter(({ field }) => field.name === 'operation' && isOfVersion(field, version))
				.flatMap(({ field }) => field.options as INodePropertyOptions[]);
			const actions = operations.map(({ action }) => action);

			expect(actions.every((action) => /^[A-Z][^.]*$/.test(action ?? ''))).toBe(true);
			expect(actions.filter((action) => / (a|an|the) /.test(action ?? ''))).toEqual([]);
			expect(new Set(actions).size).toBe(actions.length);
			for (const { description, value } of operations) {
				expect({ value, description }).toEqual({
					value,
					description: expect.stringMatching(/^[A-Z].*[^.]$/),
				});
			}
		},
	);

	it('names the option for taken chats in every operation as the error of a taken chat does', () => {
		const names = fields()
			.filter(({ field }) => field.name === 'force')
			.map(({ field }) => field.displayName);

		for (const displayName of names) expect(errorTexts.chat_taken?.nextStep).toContain(displayName);
	});

	it('offers a list first in every resource locator', () => {
		const locators = fields().filter(({ field }) => field.type === 'resourceLocator');

		for (const { field } of locators) {
			expect(field.default).toEqual({ mode: 'list', value: '' });
			expect(field.modes?.map((mode) => mode.name)).toEqual(expect.arrayContaining(['list', 'id']));
		}
	});
});
