import { beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { ACTION_NODE, nodeTypes, loadedPackage, TRIGGER_NODE } from './support/loadedPackage.ts';

type Option = INodeProperties | INodePropertyCollection | INodePropertyOptions;

/** Every field of a form with what is inside its collections, each with the way to it. */
function fieldsOf(properties: INodeProperties[], way = ''): { way: string; field: INodeProperties }[] {
	return properties.flatMap((field) => {
		const here = `${way}${field.name}`;
		const inside = ((field.options ?? []) as Option[]).flatMap((option) => {
			if ('values' in option) return fieldsOf(option.values, `${here}.${option.name}.`);
			return 'type' in option ? fieldsOf([option], `${here}.`) : [];
		});
		return [{ way: here, field }, ...inside];
	});
}

beforeAll(async () => {
	await loadedPackage.loadAll();
});

describe.each([ACTION_NODE, TRIGGER_NODE])('the form of %s', (name) => {
	const fields = () => fieldsOf(nodeTypes.getByNameAndVersion(name, 1).description.properties);

	it('says of every field what it is for, as people and AI agents need it', () => {
		const silent = fields()
			.filter(({ field }) => !['notice', 'hidden', 'collection', 'fixedCollection'].includes(field.type))
			.filter(({ field }) => !['resource', 'operation'].includes(field.name))
			.filter(({ field }) => !field.description && !field.hint);

		expect(silent.map(({ way }) => way)).toEqual([]);
	});

	it('gives an example where something is to be typed', () => {
		const typed = fields().filter(({ field }) => field.type === 'string' && !field.typeOptions?.password);
		const without = typed.filter(
			({ field }) => field.default === '' && !field.placeholder?.startsWith('e.g. '),
		);

		expect(without.map(({ way }) => way)).toEqual([]);
	});

	it('has an action text for every operation, in words of its own', () => {
		const operations = fields()
			.filter(({ field }) => field.name === 'operation')
			.flatMap(({ field }) => field.options as INodePropertyOptions[]);
		const actions = operations.map(({ action }) => action);

		expect(actions.every((action) => /^[A-Z][^.]*$/.test(action ?? ''))).toBe(true);
		expect(new Set(actions).size).toBe(actions.length);
		for (const { description, value } of operations) {
			expect({ value, description }).toEqual({ value, description: expect.stringMatching(/^[A-Z].*[^.]$/) });
		}
	});

	it('asks for an instance, a chat and so on from a list first', () => {
		const locators = fields().filter(({ field }) => field.type === 'resourceLocator');

		for (const { field } of locators) {
			expect(field.default).toEqual({ mode: 'list', value: '' });
			expect(field.modes?.map((mode) => mode.name)).toEqual(expect.arrayContaining(['list', 'id']));
		}
	});
});
