import { afterEach, describe, expect, it } from '@jest/globals';
import { runGateway } from '../../support/gateway-process.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { openBrowser, openOwner, type Browser } from '../../support/owner.ts';
import { temporaryFolder } from '../../support/data-folder.ts';

const SECRET = 'what-only-the-proxy-knows-0123';
const SETTINGS = {
	GATEWAY_TRUST_PROXY: '127.0.0.0/8',
	GATEWAY_SIGN_IN_HEADER: 'X-Forwarded-User',
	GATEWAY_SIGN_IN_SECRET: SECRET,
};

describe('signing in by a proxy that names people', () => {
	let gateway: TestGateway;
	afterEach(() => gateway.close());

	const as = (name: string) => ({
		'x-forwarded-user': name,
		'x-forwarded-proto': 'https',
		'x-gateway-sign-in-secret': SECRET,
	});
	const enter = async (browser: Browser, name: string) => {
		const answer = await browser.call('POST', '/admin/v1/session/proxy', {}, as(name));
		return answer.at('error.code') ?? answer.status;
	};

	it('lets in who was invited under that name, as long as the proxy names them', async () => {
		gateway = await startTestGateway({ environment: SETTINGS });
		const owner = await openOwner(gateway);
		await owner.post('/admin/v1/users', { name: 'ada@example.com', role: 'operator' });
		const ada = openBrowser(gateway);
		const info = await ada.call('GET', '/admin/v1/sign-in', undefined, as('Ada@example.com'));
		expect(info.at('data')).toEqual({ setUp: true, proxyUser: 'Ada@example.com' });
		expect(await enter(ada, 'mallory@example.com')).toBe('user_not_found');
		expect(await enter(ada, 'Ada@example.com')).toBe(201);
		const statusAs = async (headers: Record<string, string>) =>
			(await ada.call('GET', '/v1/instances', undefined, headers)).status;
		expect(await statusAs(as('ada@example.com'))).toBe(200);
		// Signed out at the proxy, or somebody else at the same browser.
		expect(await statusAs({ 'x-forwarded-proto': 'https' })).toBe(401);
		expect(await statusAs(as('mallory@example.com'))).toBe(401);
	});

	it('adds new people of the proxy where the operator allows it, never as owners', async () => {
		gateway = await startTestGateway({ environment: { ...SETTINGS, GATEWAY_SIGN_IN_NEW_USERS: 'viewer' } });
		const owner = await openOwner(gateway);
		const bob = openBrowser(gateway);
		expect(await enter(bob, 'bob')).toBe(201);
		const session = await bob.call('GET', '/admin/v1/session', undefined, as('bob'));
		expect(session.at('data.user')).toMatchObject({ name: 'bob', role: 'viewer' });
		// Someone without a password here is confirmed by the proxy with each request.
		expect(session.at('data.confirmedUntil')).not.toBeNull();
		expect((await owner.get('/admin/v1/users')).at('data')).toHaveLength(2);
	});

	it('does not believe the header from anybody but the proxy', async () => {
		const environment = { ...SETTINGS, GATEWAY_TRUST_PROXY: '10.0.0.0/8' };
		gateway = await startTestGateway({ environment });
		const owner = await openOwner(gateway);
		await owner.post('/admin/v1/users', { name: 'ada', role: 'owner' });
		const mallory = openBrowser(gateway);
		expect(await enter(mallory, 'ada')).toBe('not_signed_in');
		const info = await mallory.call('GET', '/admin/v1/sign-in', undefined, as('ada'));
		expect(info.at('data.proxyUser')).toBeNull();
	});

	it('does not believe another program of the same machine, which lacks the secret', async () => {
		gateway = await startTestGateway({ environment: SETTINGS });
		const owner = await openOwner(gateway);
		await owner.post('/admin/v1/users', { name: 'ada', role: 'owner' });
		for (const secret of ['', 'a-guess-of-the-same-length-012', undefined]) {
			const headers = { ...as('ada'), 'x-gateway-sign-in-secret': secret ?? '' };
			const answer = await openBrowser(gateway).call('POST', '/admin/v1/session/proxy', {}, headers);
			expect(answer.at('error.code')).toBe('not_signed_in');
		}
	});

	it('gives nobody the account of a person who signs in here, with any name at the proxy', async () => {
		gateway = await startTestGateway({ environment: { ...SETTINGS, GATEWAY_SIGN_IN_NEW_USERS: 'viewer' } });
		await openOwner(gateway);
		expect(await enter(openBrowser(gateway), 'Owner')).toBe('user_not_found');
	});
});

it.each([
	['GATEWAY_TRUST_PROXY', {}],
	['GATEWAY_SIGN_IN_SECRET', { GATEWAY_TRUST_PROXY: '10.0.0.0/8,127.0.0.1/32' }],
])('asks for %s at the start', async (variable, settings) => {
	const { folder, remove } = await temporaryFolder();
	const { GATEWAY_SIGN_IN_HEADER } = SETTINGS;
	const environment = { GATEWAY_DATA_DIR: folder, GATEWAY_SIGN_IN_HEADER, ...settings };
	const { code, stderr } = await runGateway([], environment);
	expect([code, stderr.includes(variable)]).toEqual([1, true]);
	await remove();
});
