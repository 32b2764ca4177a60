import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accessibilityViolations } from '../support/accessibility-violations.ts';
import { addAuthenticator } from '../support/virtual-authenticator.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

const ADA = '4915112345678';

/** Makes a passkey for the page's own host, as one of the account that is linked. */
const MAKE_PASSKEY = `navigator.credentials.create({ publicKey: {
	challenge: new Uint8Array(32), rp: { name: 'Network' },
	user: { id: new Uint8Array(16), name: 'ada', displayName: 'Ada' },
	pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
	authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
} }).then(() => undefined)`;

describe('linking an instance on the page without a camera', () => {
	let visit: Visit;
	beforeAll(async () => {
		visit = await startSignedIn({}, { host: 'localhost' });
	});
	afterAll(() => visit.close());

	const press = (name: string) => visit.page.getByRole('button', { name, exact: true }).click();
	const isConnected = () =>
		visit.page.getByText('Connected. The instance can send and receive messages now.').waitFor();
	async function openNew(): Promise<string> {
		const id = (await visit.gateway.post('/v1/instances', { name: 'Shop' })).text('data.id');
		await visit.open(`/instances/${id}`);
		return id;
	}
	/** Asserts that the screen is accessible and fits a page 320 pixels wide. */
	async function isFitForAll(): Promise<void> {
		const { page } = visit;
		expect(await accessibilityViolations(page)).toEqual([]);
		await page.setViewportSize({ width: 320, height: 640 });
		expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
		await page.setViewportSize({ width: 1280, height: 860 });
	}

	it('asks for the number of the phone and says beside it why one is rejected', async () => {
		const { page, consoleErrors } = visit;
		await openNew();
		await press('Use a code instead');
		await isFitForAll();
		await page.getByLabel('Phone number').fill('12');
		await press('Show the code');
		await page.getByRole('alert').filter({ hasText: 'invalid_phone_number' }).waitFor();
		consoleErrors.length = 0;
		await press('Back');
		await page.getByRole('heading', { name: 'Connect this instance' }).waitFor();
	});

	it('shows the code, and the connection once it was typed on the phone', async () => {
		const { page, gateway } = visit;
		const id = await openNew();
		await press('Use a code instead');
		await page.getByLabel('Phone number').fill('+49 151 12345678');
		await press('Show the code');
		const shown = page.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
		await page.getByText(/A new code in \d+ s/).waitFor();
		await isFitForAll();
		const code = (await shown.textContent()) ?? '';
		const typed = await gateway.post(`/simulator/v1/instances/${id}/pairing`, { code });
		expect(typed.status).toBe(200);
		await isConnected();
		await page.getByText(`+${ADA}`).waitFor();
	});

	it('types the code on a simulated phone, or stops', async () => {
		const { page } = visit;
		await openNew();
		const showCode = async () => {
			await press('Use a code instead');
			await page.getByLabel('Phone number').fill(ADA);
			await press('Show the code');
		};
		await showCode();
		await press('Stop connecting');
		await showCode();
		await press('Type it on a simulated phone');
		await isConnected();
	});

	it('carries the request for a passkey to a browser, and its answer back', async () => {
		const { page, gateway, consoleErrors } = visit;
		await addAuthenticator(page);
		await page.evaluate(MAKE_PASSKEY);
		const id = await openNew();
		await press('Show the QR code');
		await page.getByAltText('QR code to scan').waitFor();
		await gateway.post(`/simulator/v1/instances/${id}/passkey-challenge`);
		await press('Scan with a simulated phone');
		await page.getByRole('heading', { name: 'The network asks for your passkey' }).waitFor();
		await page.getByText('The network waits until').waitFor();
		await isFitForAll();

		const field = page.getByLabel('The answer that the console showed');
		await field.fill('{"id":"cut');
		await press('Send the answer');
		await page.getByRole('alert').filter({ hasText: 'This is not the answer.' }).waitFor();
		await field.fill('{"id":"another"}');
		await press('Send the answer');
		await page.getByRole('alert').filter({ hasText: 'not for the challenge' }).waitFor();
		consoleErrors.length = 0;

		const script = await page.getByRole('region', { name: 'The text to run in the console' }).textContent();
		const logged = page.waitForEvent('console', (message) => message.text().startsWith('{'));
		await page.evaluate(script ?? '');
		await field.fill((await logged).text());
		await press('Send the answer');
		await isConnected();
		expect(consoleErrors).toEqual([]);
	});

	it('stops at a request for a passkey', async () => {
		const { page, gateway } = visit;
		const id = await openNew();
		await press('Show the QR code');
		await page.getByAltText('QR code to scan').waitFor();
		await gateway.post(`/simulator/v1/instances/${id}/passkey-challenge`);
		await press('Scan with a simulated phone');
		await page.getByRole('heading', { name: 'The network asks for your passkey' }).waitFor();
		await press('Stop connecting');
		await page.getByRole('heading', { name: 'Connect this instance' }).waitFor();
	});
});

describe('the state and the settings of a linked instance', () => {
	let visit: Visit;
	let instanceId: string;
	let root: string;
	beforeAll(async () => {
		visit = await startSignedIn();
		const { gateway } = visit;
		instanceId = (await gateway.post('/v1/instances', { name: 'Shop' })).text('data.id');
		root = `/simulator/v1/instances/${instanceId}`;
		await gateway.post(`/v1/instances/${instanceId}/connect`, { method: 'qrcode' });
		await gateway.post(`${root}/scan`);
		await visit.open(`/instances/${instanceId}`);
		await visit.page.getByRole('heading', { name: 'Connection' }).waitFor();
	});
	afterAll(() => visit.close());

	it('shows when the last message arrived', async () => {
		const { page, gateway } = visit;
		const fact = page.getByText('Last message received').locator('..');
		await fact.getByText('None yet').waitFor();
		await gateway.post(`${root}/messages`, { from: ADA, content: 'Hello' });
		await page.reload();
		await fact.getByRole('time').waitFor();
		await fact.getByText('None yet').waitFor({ state: 'detached' });
	});

	it('shows live what the network forbids the account, and until when', async () => {
		const { page, gateway } = visit;
		const until = new Date(Date.now() + 3_600_000).toISOString();
		await gateway.post(`${root}/restriction`, { kind: 'new_chats', until });
		await page.getByText(/begin new chats until/).waitFor();
		expect(await accessibilityViolations(page)).toEqual([]);
		await gateway.post(`${root}/restriction`, { kind: 'sending' });
		await page.getByText('send messages until the network lifts it').waitFor();
		await gateway.delete(`${root}/restriction`);
		await page.getByText('The network lets this account').waitFor({ state: 'detached' });
	});

	it('saves calls, takeover and the proxy, and shows beside them why a proxy is rejected', async () => {
		const { page, gateway, consoleErrors } = visit;
		const save = () => page.getByRole('button', { name: 'Save the settings' }).click();
		await page.getByLabel('Reject calls').check();
		await page.getByLabel('When a person writes in a chat').selectOption('30m');
		await page.getByLabel('Proxy').fill('ftp://proxy.example.com');
		await save();
		await page.getByRole('alert').filter({ hasText: 'settings.proxyUrl' }).waitFor();
		consoleErrors.length = 0;
		await page.getByLabel('Proxy').fill('socks5://user:secret@8.8.8.8:1080');
		await save();
		await page.getByText('Saved').waitFor();
		const settings = async () => (await gateway.get(`/v1/instances/${instanceId}`)).at('data.settings');
		expect(await settings()).toMatchObject({
			rejectCalls: true,
			takeover: { releaseAfter: '30m' },
			proxyUrl: 'socks5://user:secret@8.8.8.8:1080',
		});
		await page.reload();
		await page.getByLabel('Reject calls').waitFor();
		expect(await page.getByLabel('Reject calls').isChecked()).toBe(true);
		expect(await page.getByLabel('Proxy').inputValue()).toBe('socks5://user:secret@8.8.8.8:1080');
		await page.getByLabel('Proxy').fill('');
		await page.getByLabel('When a person writes in a chat').selectOption('The bot continues to answer');
		await page.getByLabel('Reject calls').uncheck();
		await save();
		await page.getByText('Saved').waitFor();
		expect(await settings()).toMatchObject({ rejectCalls: false, takeover: null, proxyUrl: null });
		expect(consoleErrors).toEqual([]);
	});
});
