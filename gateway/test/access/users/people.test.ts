import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { openBrowser, openOwner, type Browser } from '../../support/owner.ts';

const THEIR_PASSWORD = 'seven wooden ladders sing';

describe('people of a gateway', () => {
	let gateway: TestGateway;
	let owner: Browser;
	beforeAll(async () => {
		gateway = await startTestGateway();
		owner = await openOwner(gateway);
	});
	afterAll(() => gateway.close());

	const tokenIn = (inviteUrl: string) => inviteUrl.split('/#/setup/')[1] ?? '';
	/** Invites somebody, who sets a password. */
	const join = async (name: string, role: string) => {
		const invited = await owner.post('/admin/v1/users', { name, role });
		const browser = openBrowser(gateway);
		const token = tokenIn(invited.text('data.inviteUrl'));
		const entered = await browser.post('/admin/v1/setup', { token, password: THEIR_PASSWORD });
		expect(entered.status).toBe(201);
		return { browser, userId: invited.text('data.user.userId') };
	};
	const codeOf = async (browser: Browser, method: string, path: string, body?: unknown) => {
		const answer = await browser.call(method, path, body);
		return answer.at('error.code') ?? answer.status;
	};

	it('are invited by a link that works once, and sign in with their own name', async () => {
		const invited = await owner.post('/admin/v1/users', { name: 'Ada', role: 'operator' });
		expect(invited.status).toBe(201);
		expect(invited.at('data.user')).toMatchObject({ name: 'Ada', role: 'operator', status: 'invited' });
		const token = tokenIn(invited.text('data.inviteUrl'));
		expect(invited.text('data.inviteUrl')).toBe(`${gateway.url}/#/setup/${token}`);

		const ada = openBrowser(gateway);
		const weak = await ada.post('/admin/v1/setup', { token, password: 'ada ada ada ada' });
		expect([weak.status, weak.at('error.code')]).toEqual([400, 'password_too_weak']);
		expect((await ada.post('/admin/v1/setup', { token, password: THEIR_PASSWORD })).status).toBe(201);
		const again = await openBrowser(gateway).post('/admin/v1/setup', { token, password: THEIR_PASSWORD });
		expect(again.at('error.code')).toBe('invalid_setup_link');

		expect((await openBrowser(gateway).signIn(THEIR_PASSWORD, ' aDA')).status).toBe(201);
		// With two people, a password alone names nobody.
		expect((await openBrowser(gateway).signIn(THEIR_PASSWORD)).at('error.code')).toBe('invalid_password');
		expect((await openBrowser(gateway).signIn(THEIR_PASSWORD, 'nobody')).at('error.code')).toBe(
			'invalid_password',
		);
		const twice = await owner.post('/admin/v1/users', { name: 'ADA', role: 'viewer' });
		expect([twice.status, twice.at('error.code')]).toEqual([409, 'name_taken']);
	});

	it('may do what their role allows, and nothing more', async () => {
		const { browser: viewer } = await join('Vera', 'viewer');
		const { browser: operator } = await join('Otto', 'operator');
		await viewer.confirm(THEIR_PASSWORD);
		await operator.confirm(THEIR_PASSWORD);
		const denied = 'insufficient_permissions';
		const table: [string, string, unknown, unknown, unknown][] = [
			['GET', '/v1/instances', undefined, 200, 200],
			['GET', '/v1/webhooks', undefined, 200, 200],
			['GET', '/v1/usage', undefined, 200, 200],
			['GET', '/admin/v1/overview', undefined, 200, 200],
			['GET', '/admin/v1/events', undefined, 200, 200],
			['GET', '/admin/v1/account', undefined, 200, 200],
			['POST', '/v1/instances', { name: 'Made' }, denied, 201],
			['POST', '/v1/webhooks', { url: 'https://example.com/', events: ['message.sent'] }, denied, 201],
			['GET', '/admin/v1/keys', undefined, denied, denied],
			['POST', '/admin/v1/keys', { name: 'Mine' }, denied, denied],
			['GET', '/admin/v1/audit', undefined, denied, denied],
			['GET', '/admin/v1/users', undefined, denied, denied],
			['POST', '/admin/v1/users', { name: 'Mallory', role: 'owner' }, denied, denied],
		];
		for (const [method, path, body, forViewer, forOperator] of table) {
			const actual = {
				viewer: await codeOf(viewer, method, path, body),
				operator: await codeOf(operator, method, path, body),
			};
			expect([method, path, actual]).toEqual([method, path, { viewer: forViewer, operator: forOperator }]);
		}
	});

	it('have another role from the next request on, and stand in the audit log with their name', async () => {
		const { browser, userId } = await join('Grace', 'operator');
		const created = await browser.post('/v1/instances', { name: 'By Grace' });
		const changed = await owner.call('PATCH', `/admin/v1/users/${userId}`, {
			role: 'viewer',
			name: 'Grace H',
		});
		expect(changed.at('data')).toMatchObject({ name: 'Grace H', role: 'viewer' });
		expect(await codeOf(browser, 'POST', '/v1/instances', { name: 'Again' })).toBe(
			'insufficient_permissions',
		);
		type Entry = { actorName: string; action: string; target: string };
		const entries = (await owner.get('/admin/v1/audit?limit=20')).at('data') as Entry[];
		expect(entries.find(({ target }) => target === created.text('data.id'))).toMatchObject({
			actor: userId,
			actorName: 'Grace',
			action: 'instance.created',
		});
		expect(entries.find(({ action }) => action === 'user.updated')).toMatchObject({
			actorName: 'owner',
			target: userId,
			details: { name: 'Grace H', role: 'viewer' },
		});
	});

	it('are out as soon as an owner ends their sessions, makes them a new link, or removes them', async () => {
		const { browser, userId } = await join('Linus', 'operator');
		expect((await owner.delete(`/admin/v1/users/${userId}/sessions`)).status).toBe(200);
		expect(await codeOf(browser, 'GET', '/v1/instances')).toBe('not_signed_in');

		expect((await browser.signIn(THEIR_PASSWORD, 'Linus')).status).toBe(201);
		const renewed = await owner.post(`/admin/v1/users/${userId}/invite`, {});
		expect(await codeOf(browser, 'GET', '/v1/instances')).toBe('not_signed_in');
		expect((await browser.signIn(THEIR_PASSWORD, 'Linus')).at('error.code')).toBe('invalid_password');
		const token = tokenIn(renewed.text('data.inviteUrl'));
		expect((await browser.post('/admin/v1/setup', { token, password: THEIR_PASSWORD })).status).toBe(201);

		expect((await owner.delete(`/admin/v1/users/${userId}`)).status).toBe(200);
		expect(await codeOf(browser, 'GET', '/v1/instances')).toBe('not_signed_in');
		expect((await browser.signIn(THEIR_PASSWORD, 'Linus')).at('error.code')).toBe('invalid_password');
		expect(await codeOf(owner, 'DELETE', `/admin/v1/users/${userId}`)).toBe('user_not_found');
	});

	it('always have an owner who can sign in', async () => {
		const [me] = (await owner.get('/admin/v1/users')).at('data') as { userId: string }[];
		const path = `/admin/v1/users/${me?.userId ?? ''}`;
		expect(await codeOf(owner, 'DELETE', path)).toBe('last_owner');
		expect(await codeOf(owner, 'PATCH', path, { role: 'viewer' })).toBe('last_owner');
		// An invited person cannot sign in yet.
		await owner.post('/admin/v1/users', { name: 'Next', role: 'owner' });
		expect(await codeOf(owner, 'DELETE', path)).toBe('last_owner');
		const { browser: second } = await join('Second', 'owner');
		await second.confirm(THEIR_PASSWORD);
		expect(await codeOf(owner, 'DELETE', path)).toBe(200);
		expect(await codeOf(second, 'GET', '/admin/v1/keys')).toBe(200);
		expect(await codeOf(owner, 'GET', '/admin/v1/keys')).toBe('not_signed_in');
	});
});
