import { afterEach, describe, expect, it } from '@jest/globals';
import { PASSWORD_COST } from '../../../src/access/users/password.ts';
import { runGateway } from '../../support/gateway-process.ts';
import { databaseHolds } from '../../support/database.ts';
import { startTestGateway, type TestGateway, type TestOptions } from '../../support/gateway.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { openBrowser, openOwner, PASSWORD } from '../../support/owner.ts';

const DAY = 24 * 3_600_000;

describe("the owner's setup", () => {
	let gateway: TestGateway;
	afterEach(() => gateway.close());
	const start = async (options: TestOptions = {}) => {
		gateway = await startTestGateway(options);
		return gateway.setupToken ?? '';
	};
	const setUp = (token: string, password = PASSWORD) =>
		openBrowser(gateway).post('/admin/v1/setup', { token, password });

	it('sets the password by the link of the first start, once', async () => {
		const token = await start();
		expect(token).toMatch(/^[\w-]{43}$/);
		const browser = openBrowser(gateway);
		expect((await browser.get('/admin/v1/session')).at('error.code')).toBe('owner_not_set');
		expect((await browser.signIn()).at('error.code')).toBe('owner_not_set');

		const answer = await browser.post('/admin/v1/setup', { token, password: PASSWORD });
		const session = {
			sessionId: expect.stringMatching(/^ses_/),
			user: {
				userId: expect.stringMatching(/^usr_/),
				name: 'owner',
				role: 'owner',
				status: 'active',
				secondFactors: [],
				createdAt: expect.stringMatching(/Z$/),
				lastSignInAt: expect.stringMatching(/Z$/),
			},
			createdAt: expect.stringMatching(/Z$/),
			expiresAt: expect.stringMatching(/Z$/),
			confirmedUntil: null,
		};
		const csrfToken = expect.stringMatching(/^[\w-]{43}$/);
		expect([answer.status, answer.at('data')]).toEqual([201, { ...session, csrfToken }]);
		// The CSRF token is returned once, so that who has only the cookie never gets it.
		expect((await browser.get('/admin/v1/session')).at('data')).toEqual(session);

		const again = await setUp(token, 'another password of mine');
		expect([again.status, again.at('error.code')]).toEqual([401, 'invalid_setup_link']);
		expect((await openBrowser(gateway).signIn()).status).toBe(201);
	});

	it('accepts one of two concurrent requests', async () => {
		const token = await start();
		const answers = await Promise.all([
			setUp(token, 'the first password'),
			setUp(token, 'the second one here'),
		]);
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 401]);
	});

	it.each([
		['an unknown token', 'x'.repeat(43), PASSWORD, 401],
		['a password that is too short', null, 'eleven char', 400],
		['a password that is too long', null, 'x'.repeat(257), 400],
		['one of the commonest passwords', null, '1qaz2wsx3edc', 400],
		['a sequence of digits', null, '123456789012', 400],
		['a character repeated', null, 'aaaaaaaaaaaaaaaa', 400],
		['the name of the gateway', null, 'messaging gateway', 400],
		['the name of the person', null, 'Owner-Owner1', 400],
	])('rejects %s', async (_what, token, password, status) => {
		const validToken = await start();
		expect((await setUp(token ?? validToken, password)).status).toBe(status);
		expect((await setUp(validToken)).status).toBe(201);
	});

	it('rejects a link after a day', async () => {
		const clock = createManualClock();
		const token = await start({ clock });
		clock.advance(DAY);
		expect((await setUp(token)).at('error.code')).toBe('invalid_setup_link');
	});

	it('creates a link at every start until the password is set', async () => {
		const first = await start();
		gateway = await gateway.restart();
		const second = gateway.setupToken ?? '';
		expect(second).not.toBe(first);
		expect((await setUp(first)).status).toBe(201);
		expect((await setUp(second)).at('error.code')).toBe('invalid_setup_link');
		gateway = await gateway.restart();
		expect(gateway.setupToken).toBeNull();
	});

	it('accepts passwords in any script, and normalizes them', async () => {
		const token = await start();
		expect((await setUp(token, 'Žluťoučký kůň 🐎 2')).status).toBe(201);
		const decomposed = 'Žluťoučký kůň 🐎 2'.normalize('NFD');
		expect((await openBrowser(gateway).signIn(decomposed)).status).toBe(201);
	});

	it('stores no secret in plain text', async () => {
		const token = await start({ passwordCost: PASSWORD_COST });
		const browser = await openOwner(gateway);
		const cookie = browser.cookie().split('=')[1] ?? '';
		expect(cookie).toHaveLength(43);
		for (const secret of [token, PASSWORD, cookie, browser.csrfToken()]) {
			expect(await databaseHolds(gateway.folder, secret)).toBe(false);
			expect(gateway.logged.join('\n')).not.toContain(secret);
		}
		expect(await databaseHolds(gateway.folder, '$argon2id$v=19$m=65536,t=3,p=1$')).toBe(true);
	});

	it('starts again after `owner reset`, which ends all sessions and deletes the password', async () => {
		await start();
		const browser = await openOwner(gateway);
		const { code, stdout } = await runGateway(['owner', 'reset'], {
			GATEWAY_DATA_DIR: gateway.folder,
			GATEWAY_PUBLIC_URL: 'https://gateway.example.com',
		});
		expect(code).toBe(0);
		const token = /^https:\/\/gateway\.example\.com\/#\/setup\/([\w-]{43})$/m.exec(stdout)?.[1] ?? '';
		expect((await browser.get('/v1/instances')).at('error.code')).toBe('not_signed_in');
		expect((await browser.signIn()).at('error.code')).toBe('owner_not_set');

		expect((await setUp(token, 'a password from now on')).status).toBe(201);
		expect((await openBrowser(gateway).signIn()).at('error.code')).toBe('invalid_password');
		const now = openBrowser(gateway);
		expect((await now.signIn('a password from now on')).status).toBe(201);
		type Entry = { action: string; actor: string; actorName: string | null };
		const entries = (await now.get('/admin/v1/audit')).at('data') as Entry[];
		expect(entries.map(({ action, actor, actorName }) => `${action} by ${actorName ?? actor}`)).toEqual([
			'user.signed_in by owner',
			'user.sign_in_failed by nobody',
			'user.set_up by owner',
			'user.link_made by command line',
			'session.confirmed by owner',
			'user.set_up by owner',
		]);
	});

	it.each([[['owner']], [['owner', 'delete']], [['owner', 'reset', 'now']]])(
		'prints the usage of `owner reset` for %j',
		async (args) => {
			await start();
			const { code, stderr } = await runGateway(args, { GATEWAY_DATA_DIR: gateway.folder });
			expect(code).toBe(1);
			expect(stderr).toContain('messaging-gateway owner reset');
		},
	);
});
