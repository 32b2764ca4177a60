import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { connectedInstance } from '../../support/gateway.ts';
import { until } from '../../support/until.ts';
import { hasFocus, isDrawn } from '../support/elements.ts';
import { fillChats } from '../support/fill-chats.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

describe('the chats of an instance', () => {
	let visit: Visit;
	let instanceId: string;
	let chats: string[];
	beforeAll(async () => {
		visit = await startSignedIn();
		instanceId = await connectedInstance(visit.gateway);
		chats = await fillChats(visit.gateway, instanceId, 'Café');
	});
	afterAll(() => visit.close());

	const openChat = async (index: number): Promise<void> => {
		await visit.open(`/chats/${instanceId}/${chats[index]}`);
		await visit.page.getByRole('region', { name: 'Messages' }).getByRole('article').first().waitFor();
	};
	const article = (text: string | RegExp): Locator =>
		visit.page.getByRole('article').filter({ hasText: text });

	it('show a place with a link to a map, which learns nothing of the page', async () => {
		await openChat(0);
		const place = article('48.2104, 16.3655');
		await place.getByText('Café').first().waitFor();
		const map = place.getByRole('link', { name: 'Open a map' });
		expect(await map.getAttribute('href')).toBe(
			'https://www.openstreetmap.org/?mlat=48.2104&mlon=16.3655#map=16/48.2104/16.3655',
		);
		expect(await map.getAttribute('rel')).toBe('noreferrer');
		expect(await map.getAttribute('target')).toBe('_blank');
		await article('Live location').waitFor();
	});

	it('show contact cards and save them', async () => {
		const { page } = visit;
		const cards = article('+44 20 7946 0000');
		await cards.getByText('2 more').click();
		expect(await cards.getByRole('button', { name: 'Save the card of Café' }).count()).toBe(5);
		const downloading = page.waitForEvent('download');
		await cards.getByRole('button', { name: 'Save the card of Café' }).first().click();
		const download = await downloading;
		expect(download.suggestedFilename()).toBe('Café.vcf');
		expect(await readFile(await download.path(), 'utf8')).toContain('FN:Café');
	});

	it('show an order with its items and its total', async () => {
		const order = article('Total: 13.00 EUR');
		await order.getByText('2 ×').waitFor();
		await order.getByText('4.50').waitFor();
	});

	it('show a poll with its votes, live', async () => {
		const { page, gateway } = visit;
		await openChat(4);
		const poll = page.getByRole('group', { name: 'Poll: Café' });
		await poll.getByText('One option can be selected.').waitFor();
		const option = poll.getByRole('listitem').filter({ hasText: 'Not Café' });
		await option.getByText('1 vote', { exact: true }).waitFor();
		const { body } = await gateway.get(`/v1/messages?instanceId=${instanceId}&chatId=${chats[4]}`);
		const { data } = body as { data: { messageId: string; type: string }[] };
		const messageId = data.find(({ type }) => type === 'poll')?.messageId ?? '';
		await gateway.post(`/simulator/v1/instances/${instanceId}/polls/${messageId}/votes`, {
			from: '4915112345622',
			options: ['Not Café'],
		});
		await option.getByText('2 votes', { exact: true }).waitFor();
	});

	it('show reactions with who reacted', async () => {
		const { page } = visit;
		const name = '👍 2 from +4915112345622, +4915112345633';
		const thumbs = page.getByRole('button', { name, exact: true });
		await thumbs.waitFor();
		const names = thumbs.locator('.reaction-names');
		expect(await names.isVisible()).toBe(false);
		await thumbs.focus();
		await names.waitFor();
	});

	it('show what was tapped, and what can be tapped', async () => {
		await openChat(1);
		await article('Tapped a button').getByText('Café').waitFor();
		await article('Completed a form').getByText('{"deep":"Café"}').waitFor();
		const interactive = visit.page.getByRole('article').last();
		expect(await interactive.getByText('Café', { exact: true }).count()).toBeGreaterThan(6);
		// A text that is no web address does not become a link.
		expect(await interactive.getByRole('link', { name: 'Café' }).count()).toBe(0);
	});

	it('show quotes that lead to the quoted message', async () => {
		const { page } = visit;
		await openChat(2);
		await page.getByRole('button', { name: 'In reply to: Café' }).click();
		const quoted = article('Forwarded');
		await until('the focus', () => hasFocus(quoted));
		await quoted.getByText('Disappears').waitFor();
	});

	it('show edits with the earlier text, deletions and mentions', async () => {
		const { page } = visit;
		await article('This message was deleted by Café.').waitFor();
		await page.locator('b.mention', { hasText: '@4915112345611' }).waitFor();
		await article('Edited').getByRole('link', { name: 'Details' }).click();
		await page.getByText('Earlier texts (1)').click();
		await page.getByText('Before Café').waitFor();
	});

	it('show stickers, voice notes, albums, and why a message cannot be shown', async () => {
		const { page } = visit;
		await openChat(3);
		await until('the sticker', async () => (await page.getByRole('img', { name: 'Sticker' }).count()) === 1);
		const voice = article('Voice note');
		await voice.getByText('12 s').waitFor();
		const arrived = Promise.withResolvers<undefined>();
		await page.route('**/media', async (route) => {
			await arrived.promise;
			await route.continue();
		});
		await voice.getByRole('button', { name: 'Play the voice note' }).click();
		await voice.getByText('Loading the voice note').waitFor();
		arrived.resolve(undefined);
		await voice.locator('audio').waitFor();
		await page.unroute('**/media');
		await until('a picture', () => isDrawn(article('Second').locator('img')));
		expect(await page.locator('.bubble-block[data-album="true"]').count()).toBe(1);
		for (const sentence of [
			'A photo, video or voice message that can be opened once. Open it on the phone.',
			'This message can be read on the phone only.',
			'This message could not be decrypted. Ask the sender to send it again.',
			'The gateway does not know this kind of message. Read it on the phone.',
		]) {
			await page.getByText(sentence).first().waitFor();
		}
		expect(visit.consoleErrors).toEqual([]);
	});
});
