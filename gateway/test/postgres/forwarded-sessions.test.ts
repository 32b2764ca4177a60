import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startGatewayProcess, type GatewayProcess } from '../support/gateway-process.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { openBrowser, PASSWORD, type Browser } from '../support/owner.ts';

const SECRET = 'what-only-the-proxy-knows-0123';
const SETTINGS = {
	GATEWAY_TRUST_PROXY: '127.0.0.0/8',
	GATEWAY_SIGN_IN_HEADER: 'X-Forwarded-User',
	GATEWAY_SIGN_IN_SECRET: SECRET,
	GATEWAY_SIGN_IN_NEW_USERS: 'operator',
};
/** The header of a proxy that terminates TLS in front of the gateways, which reach each other without it. */
const OVER_TLS = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' };

describe('a person whose request another gateway answers', () => {
	let gateway: TestGateway;
	let other: GatewayProcess;
	let instanceId: string;
	let browser: Browser;

	beforeEach(async () => {
		gateway = await startTestGateway({ environment: SETTINGS });
		other = await startGatewayProcess(gateway.folder, SETTINGS);
		instanceId = await connectedInstance(other);
		browser = openBrowser(gateway);
	});
	afterEach(async () => {
		await other.end('SIGTERM');
		await gateway.close();
	});

	const statusWith = async (headers: Record<string, string>) => {
		const answer = await browser.call('GET', `/v1/instances/${instanceId}/status`, undefined, headers);
		return answer.at('data.status') ?? answer.at('error.code');
	};

	it('is known there by the session of the page behind a proxy with TLS', async () => {
		const setUp = { token: gateway.setupToken, password: PASSWORD };
		const answer = await browser.call('POST', '/admin/v1/setup', setUp, OVER_TLS);
		expect([answer.status, browser.cookie()]).toEqual([201, expect.stringMatching(/^__Host-/)]);
		expect(await statusWith(OVER_TLS)).toBe('connected');
	});

	it('is known there as long as a proxy for signing in names them', async () => {
		const as = (name: string) => ({
			...OVER_TLS,
			'x-forwarded-user': name,
			'x-gateway-sign-in-secret': SECRET,
		});
		const answer = await browser.call('POST', '/admin/v1/session/proxy', {}, as('ada'));
		expect(answer.status).toBe(201);
		expect(await statusWith(as('ada'))).toBe('connected');
		expect(await statusWith(as('mallory'))).toBe('not_signed_in');
		expect(await statusWith({ ...as('ada'), 'x-gateway-sign-in-secret': 'a guess' })).toBe('not_signed_in');
	});
});
