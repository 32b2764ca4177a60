import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readNaughtyStrings } from '../../../../conformance/corpora/corpora.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { PDF } from '../../support/sample-files.ts';
import { until } from '../../support/until.ts';
import { scrollToTop } from '../support/elements.ts';
import { allPaths, fillEveryKind, fillScreens } from '../support/fill-screens.ts';
import { waitUntilLoaded } from '../support/wait-until-loaded.ts';
import { confirmIdentity, startSignedIn, type Visit } from '../support/visit.ts';

/** Texts that try to run a script; each would call `alert`. */
const SCRIPTS = [
	'<script>alert(1)</script>',
	'"><img src=x onerror=alert(1)>',
	"'><svg onload=alert(1)>",
	'<iframe srcdoc="<script>parent.alert(1)</script>">',
	'<a href="javascript:alert(1)">click</a>',
	'</textarea><script>alert(1)</script>',
	'{{constructor.constructor("alert(1)")()}}',
	'javascript:alert(1)//',
];

describe('hostile text', () => {
	let visit: Visit;
	let receiver: Receiver;
	const ran: string[] = [];
	beforeAll(async () => {
		visit = await startSignedIn({ GATEWAY_RETRY_SCHEDULE: '0s' });
		receiver = await startReceiver();
		visit.page.on('dialog', (dialog) => {
			ran.push(dialog.message());
			void dialog.dismiss();
		});
		await visit.page.addInitScript(
			'window.alert = (what) => { window.ran = [...(window.ran ?? []), what]; }',
		);
	});
	afterAll(async () => {
		await visit.close();
		await receiver.close();
	});

	async function expectNoScript(): Promise<void> {
		expect(await visit.page.evaluate<unknown[]>('window.ran ?? []')).toEqual([]);
		expect(ran).toEqual([]);
		// A violation of the content security policy would be logged here.
		expect(visit.consoleErrors).toEqual([]);
	}

	it.each(SCRIPTS)('is shown as text on every screen: %s', async (text) => {
		const { page, gateway, open } = visit;
		receiver.answer((response) => response.writeHead(500, { 'x-hostile': encodeURI(text) }).end(text));
		const ids = await fillEveryKind(gateway, receiver.url, text);
		for (const place of allPaths(ids)) {
			await open(place);
			await waitUntilLoaded(page);
			await expectNoScript();
		}
		await open(`/messages/${ids.messageId}`);
		await page.getByText(text, { exact: true }).first().waitFor();
		await open(`/webhooks/${ids.webhookId}/deliveries/${ids.deliveryId}`);
		await page
			.getByRole('region', { name: /Body of answer/ })
			.getByText(text)
			.waitFor();
		// Deleted, so that later screens do not show it.
		await open('/usage');
		await gateway.delete(`/v1/webhooks/${ids.webhookId}`);
		await gateway.delete(`/v1/instances/${ids.instanceId}`);
		await gateway.delete(`/v1/instances/${ids.waitingId}`);
	});

	it('is shown as text in the name of a file', async () => {
		const { page, gateway, open } = visit;
		const { instanceId, chatId } = await fillScreens(gateway, receiver.url);
		await open(`/chats/${instanceId}/${chatId}`);
		const name = '"><img src=x onerror=alert(1)>.pdf';
		await page.getByLabel('File to send').setInputFiles({ name, mimeType: 'application/pdf', buffer: PDF });
		const dialog = page.getByRole('dialog');
		await dialog.getByText(name, { exact: true }).first().waitFor();
		await dialog.getByRole('button', { name: 'Send', exact: true }).click();
		const sent = page.getByRole('article').filter({ hasText: 'document' }).last();
		await sent.getByRole('link', { name: 'Details' }).click();
		await page.getByRole('button', { name, exact: true }).waitFor();
		await expectNoScript();
	});

	it('runs no script from any of the naughty strings, in any stored field', async () => {
		const { page, gateway, open } = visit;
		const naughty = (await readNaughtyStrings()).filter((text) => text.trim() !== '');
		const { instanceId, chatId } = await fillScreens(gateway, receiver.url);
		let taken = 0;
		for (const text of naughty) {
			const { status } = await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
				from: '4915112345678',
				contactName: text.slice(0, 100),
				content: text,
			});
			if (status === 201) taken += 1;
			await gateway.post('/v1/webhooks', {
				url: receiver.url,
				name: text.slice(0, 200),
				events: ['instance.qr_updated'],
			});
		}
		expect(taken).toBeGreaterThan(250);
		for (const place of ['/', '/webhooks', '/events', '/audit', `/chats/${instanceId}/${chatId}`]) {
			await open(place);
			await waitUntilLoaded(page);
			await expectNoScript();
		}
		const messages = page.getByRole('region', { name: 'Messages' });
		for (let loaded = 0; loaded < taken; ) {
			const before = loaded;
			loaded = await until('an earlier page', async () => {
				await scrollToTop(messages);
				const size = Number(await messages.getByRole('listitem').first().getAttribute('aria-setsize'));
				return size > before && size;
			});
		}
		await expectNoScript();
	});

	it('runs no script from the fields of the dashboard itself', async () => {
		const { page, open } = visit;
		const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
		await page.addLocatorHandler(asked, () => confirmIdentity(page));
		for (const text of SCRIPTS) {
			await open('/keys');
			await page.getByRole('button', { name: 'Create a key' }).click();
			await page.getByLabel('Name').fill(text);
			await page.getByRole('button', { name: 'Create the key' }).click();
			await page.getByRole('button', { name: 'I have copied it' }).click();
			await page.getByRole('article', { name: text, exact: true }).waitFor();
			await open('/chats');
			await page.getByLabel('Search by name or number').fill(text);
			await page.getByText('No chat fits.').waitFor();
			await page.goto(`${visit.gateway.url}/#/instances/${encodeURIComponent(text)}`);
			await page.getByRole('alert').waitFor();
			// The browser logs the 404 of the unknown instance.
			visit.consoleErrors.length = 0;
			await expectNoScript();
		}
	});
});
