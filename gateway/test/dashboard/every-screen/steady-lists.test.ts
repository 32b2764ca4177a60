import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { connectedInstance } from '../../support/gateway.ts';
import { until } from '../../support/until.ts';
import { hasFocus, scrollBy, scrollToTop } from '../support/elements.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

/** More rows than the list shows at once. */
const EARLIER = 60;
/** More rows than are drawn beyond the visible ones. */
const NEW = 20;

describe('a list of events that somebody reads', () => {
	let visit: Visit;
	let instanceId: string;
	let list: Locator;
	beforeAll(async () => {
		visit = await startSignedIn();
		instanceId = await connectedInstance(visit.gateway, 'Shop');
		for (let count = 1; count <= EARLIER; count += 1) await arrives(`Earlier ${count}.`);
		list = visit.page.getByRole('region', { name: 'Events' });
	});
	afterAll(() => visit.close());
	beforeEach(async () => {
		await visit.open('/');
		await visit.open('/events');
		await list.getByRole('link').first().waitFor();
	});

	async function arrives(content: string): Promise<void> {
		const path = `/simulator/v1/instances/${instanceId}/messages`;
		await visit.gateway.post(path, { from: '4915112345678', content });
	}
	const row = (text: string) => list.getByRole('link').filter({ hasText: text });
	const length = async () => Number(await list.getByRole('listitem').first().getAttribute('aria-setsize'));
	const topOf = async (target: Locator) => Math.round((await target.boundingBox())?.y ?? NaN);

	async function arrive(name: string): Promise<void> {
		const before = await length();
		for (let count = 1; count <= NEW; count += 1) await arrives(`${name} ${count}.`);
		await until('the new events', async () => (await length()) === before + NEW);
	}

	it('stays where it is while it is scrolled, and leads to the new events', async () => {
		const { page } = visit;
		await scrollBy(list, 800);
		const read = row('Earlier 40.');
		await read.waitFor();
		const top = await topOf(read);
		await arrive('While scrolled');
		expect(await topOf(read)).toBe(top);
		await page.getByRole('button', { name: `${NEW} new` }).click();
		await row(`While scrolled ${NEW}.`).waitFor();
		expect(await hasFocus(list)).toBe(true);
		await page.getByRole('button', { name: /new$/ }).waitFor({ state: 'detached' });
	});

	it('stays where it is while a row has the focus', async () => {
		const { page } = visit;
		const read = list.getByRole('link').first();
		const text = (await read.textContent()) ?? '';
		await list.focus();
		await page.keyboard.press('Tab');
		expect(await hasFocus(read)).toBe(true);
		const top = await topOf(read);
		await arrive('While focused');
		expect(await topOf(row(text))).toBe(top);
		expect(await hasFocus(row(text))).toBe(true);
		await scrollToTop(list);
		await row(`While focused ${NEW}.`).waitFor();
		await page.getByRole('button', { name: /new$/ }).waitFor({ state: 'detached' });
	});

	it('shows new events at once otherwise', async () => {
		await arrive('At once');
		await row(`At once ${NEW}.`).waitFor();
		expect(await visit.page.getByRole('button', { name: /new$/ }).count()).toBe(0);
		expect(visit.consoleErrors).toEqual([]);
	});
});
