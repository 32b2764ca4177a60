import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { Fixture } from '../../operations/fixture.ts';
import { createFixture, locator } from '../../operations/fixture.ts';
import { startGateway } from '../../support/gateway.ts';
import { ACTION_NODE, loadedPackage } from '../../support/loadedPackage.ts';
import { searchList } from '../../support/searchList.ts';

let fixture: Fixture;

beforeAll(async () => {
	await loadedPackage.loadAll();
	fixture = await createFixture(await startGateway());
});

afterAll(async () => {
	await fixture.gateway.stop();
});

function search(filter: string | undefined, parameters: INodeParameters) {
	const list = 'searchTemplates';
	return searchList(fixture.credential, { nodeName: ACTION_NODE, list, parameters, filter });
}

describe('searchTemplates', () => {
	const official = () => locator('instanceId', fixture.officialId);

	it('returns templates with their language, and the status of those that cannot be sent', async () => {
		const { results } = await search(undefined, official());

		expect(results).toMatchObject([
			{ name: 'appointment_reminder (en_US)' },
			{ name: 'hello_world (en_US)', value: 'hello_world|en_US' },
			{ name: 'invoice_ready (en_US)' },
			{ name: 'order_shipped (de)', value: 'order_shipped|de' },
			{
				name: 'order_update (en_US)',
				description: 'utility, 2 variables: Hello {{1}}, there is news about your order {{2}}.',
			},
			{
				name: 'product_tour (en_US)',
				description: 'marketing, 1 variable: See how it works in two minutes.',
			},
			{ name: 'spring_sale (en_US), pending' },
			{ name: 'store_opening (en_US)' },
		]);
	});

	it('finds templates by name and by text', async () => {
		const found = async (filter: string) =>
			(await search(filter, official())).results.map(({ value }) => value);

		expect(await found('ORDER_U')).toEqual(['order_update|en_US']);
		expect(await found('your invoice over')).toEqual(['invoice_ready|en_US']);
		expect(await found('no such template')).toEqual([]);
	});

	it('fails for an instance that is connected by QR code', async () => {
		await expect(search(undefined, locator('instanceId', fixture.instanceId))).rejects.toMatchObject({
			message: 'Only an instance of the official business API supports this',
		});
	});
});
