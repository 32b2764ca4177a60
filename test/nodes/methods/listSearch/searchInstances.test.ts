import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import type { Gateway } from '../../support/gateway.ts';
import { startGateway } from '../../support/gateway.ts';
import { createConnectedInstance, createInstance } from '../../support/instances.ts';
import { ACTION_NODE, loadedPackage, TRIGGER_NODE } from '../../support/loadedPackage.ts';
import { startProxy } from '../../support/proxy.ts';
import { searchList } from '../../support/searchList.ts';

const COUNT = 120;
const JSON_TYPE = { 'content-type': 'application/json' };

let gateway: Gateway;
let oldestId: string;
let connectedId: string;

beforeAll(async () => {
	await loadedPackage.loadAll();
	gateway = await startGateway();
	oldestId = await createInstance(gateway, 'The oldest');
	connectedId = await createConnectedInstance(gateway, 'Connected');
	const names = Array.from({ length: COUNT - 2 }, (_, index) => `Branch ${index}`);
	await Promise.all(names.map((name) => createInstance(gateway, name)));
});

afterAll(async () => {
	await gateway.stop();
});

function search(nodeName: string, filter?: string, paginationToken?: string, apiKey = gateway.apiKey) {
	const credential = { baseUrl: gateway.url, apiKey };
	return searchList(credential, { nodeName, list: 'searchInstances', filter, paginationToken });
}

describe('searchInstances', () => {
	it.each([ACTION_NODE, TRIGGER_NODE])('returns one page per call in %s', async (name) => {
		const first = await search(name);
		expect(first.results).toHaveLength(100);
		expect(first.paginationToken).toBe('100');

		const second = await search(name, undefined, first.paginationToken);
		expect(second.results).toHaveLength(COUNT - 100);
		expect(second.paginationToken).toBeUndefined();
		expect(second.results.at(-1)).toMatchObject({ name: 'The oldest', value: oldestId });
	});

	it('returns the phone of a connected instance next to its name', async () => {
		const { results } = await search(ACTION_NODE, 'connected');

		expect(results).toMatchObject([
			{ value: connectedId, name: expect.stringMatching(/^Connected \(\+\d+\)$/), description: 'connected' },
		]);
	});

	it('finds instances by name in any case, by phone and by ID, also on later pages', async () => {
		const byName = await search(ACTION_NODE, 'THE OLD');
		expect(byName.results.map(({ value }) => value)).toEqual([oldestId]);

		const byId = await search(ACTION_NODE, connectedId);
		expect(byId.results.map(({ value }) => value)).toEqual([connectedId]);

		const phone = /\d+/.exec(byId.results[0]?.name ?? '')?.[0];
		const byPhone = await search(ACTION_NODE, phone);
		expect(byPhone.results.map(({ value }) => value)).toEqual([connectedId]);
	});

	it('returns an empty list when nothing matches', async () => {
		expect(await search(ACTION_NODE, 'no such instance')).toEqual({
			results: [],
			paginationToken: undefined,
		});
	});

	it('ends although a gateway has more and more instances that do not match', async () => {
		const instance = { id: oldestId, name: 'Branch', phone: null, status: 'disconnected' };
		const endless = await startProxy(gateway.url, (_number, { url }) => {
			const offset = Number(new URL(String(url), gateway.url).searchParams.get('offset'));
			const pagination = { total: offset + 2, limit: 100, offset, hasMore: true };
			return { status: 200, headers: JSON_TYPE, body: JSON.stringify({ data: [instance], pagination }) };
		});

		const found = await searchList(
			{ baseUrl: endless.url, apiKey: gateway.apiKey },
			{ nodeName: ACTION_NODE, list: 'searchInstances', filter: 'Shop' },
		);

		expect(found).toEqual({ results: [], paginationToken: '50' });
		expect(endless.requestCount()).toBe(50);
		await endless.close();
	});

	it('fails for a wrong API key', async () => {
		await expect(
			search(ACTION_NODE, undefined, undefined, 'not-a-key-of-this-gateway'),
		).rejects.toMatchObject({
			message: 'The gateway does not accept the API key',
		});
	});
});
