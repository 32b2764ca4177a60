import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createClient, type Answer } from '../../support/client.ts';
import { runGateway } from '../../support/gateway-process.ts';
import {
	connectedInstance,
	sendText,
	startTestGateway,
	statusOf,
	type TestGateway,
} from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { reached } from '../../support/media.ts';
import { until } from '../../support/until.ts';

const NOT_THERE = 'inst_00000000000000000000000000';
const ANA = '4915155555551';
const BEN = '4915155555552';
const CLEO = '4915155555553';

const jid = (phone: string) => `${phone}@s.whatsapp.net`;

describe('groups', () => {
	const clock = createManualClock();
	let gateway: TestGateway;
	let instanceId: string;
	let own: string;

	const connectAnother = async () => {
		instanceId = await connectedInstance(gateway);
		own = (await gateway.get(`/v1/instances/${instanceId}`)).text('data.phone');
	};
	beforeAll(async () => {
		gateway = await startTestGateway({ clock });
		await connectAnother();
	});
	afterAll(() => gateway.close());

	const list = (instance = instanceId) => gateway.get(`/v1/groups?instanceId=${instance}`);
	const listed = async () => ((await list()).at('data') as unknown[]).map((one) => at(one, 'id'));
	const create = (rest: Record<string, unknown> = {}) =>
		gateway.post('/v1/groups', { instanceId, name: 'Friends', participants: [ANA, BEN], ...rest });
	const detail = (groupId: string, instance = instanceId) =>
		gateway.get(`/v1/groups/${groupId}?instanceId=${instance}`);
	const change = (groupId: string, action: string, participants: unknown, rest: object = {}) =>
		gateway.post(`/v1/groups/${groupId}/participants`, { instanceId, action, participants, ...rest });
	/** Somebody else does something on the simulated network. */
	const byOther = (path: string, body: object) =>
		gateway.post(`/simulator/v1/instances/${instanceId}/groups${path}`, body);
	const started = async (rest: object = {}) =>
		(await byOther('', { from: ANA, name: 'Theirs', ...rest })).text('data.id');
	const member = async (groupId: string, phone: string) => {
		const participants = (await detail(groupId)).at('data.participants') as unknown[];
		return participants.find((one) => at(one, 'phone') === phone);
	};

	describe('the list', () => {
		beforeEach(connectAnother);

		it('has two groups from the first link on: one of its own, one where it may only read', async () => {
			const answer = await list();
			expect(answer.status).toBe(200);
			expect(answer.body).toEqual({
				success: true,
				data: [
					{
						id: expect.stringMatching(/^\d+@g\.us$/),
						name: 'Neighbourhood News',
						description: null,
						pictureUrl: null,
						participantsCount: 10,
						isAdmin: false,
						createdAt: '2024-01-16T09:30:00.000Z',
					},
					{
						id: expect.stringMatching(/^\d+@g\.us$/),
						name: 'Team',
						description: expect.any(String),
						pictureUrl: expect.stringMatching(/^https:/),
						participantsCount: 7,
						isAdmin: true,
						createdAt: '2024-01-15T09:30:00.000Z',
					},
				],
			});
			const news = await detail(answer.text('data.0.id'));
			expect(news.at('data.settings')).toEqual({ announce: true, restrict: true });
			expect(news.at('data.admins')).toEqual([news.at('data.owner')]);
			expect(news.at('data.owner')).not.toBe(own);
			const team = await detail(answer.text('data.1.id'));
			expect(team.at('data')).toMatchObject({
				owner: own,
				admins: [own],
				settings: { announce: false, restrict: false },
			});
			expect(team.at('data.participants.0')).toEqual({
				id: jid(own),
				phone: own,
				isAdmin: true,
				isSuperAdmin: true,
			});
		});

		it('begins with the newest, and says where the instance is an admin', async () => {
			await create();
			clock.advance(1000);
			await started({ participants: [BEN] });
			const groups = (await list()).at('data') as unknown[];
			expect(groups.slice(0, 2)).toEqual([
				expect.objectContaining({ name: 'Theirs', isAdmin: false, participantsCount: 3 }),
				expect.objectContaining({ name: 'Friends', isAdmin: true, participantsCount: 3 }),
			]);
			expect(at(groups[0], 'createdAt')).toBe(new Date(clock.now()).toISOString());
		});

		it('is the own of each instance', async () => {
			const id = (await create()).text('data.id');
			const other = await connectedInstance(gateway, 'Other');
			expect((await list(other)).at('data') as unknown[]).toHaveLength(2);
			const answer = await detail(id, other);
			expect([answer.status, answer.at('error.code')]).toEqual([404, 'group_not_found']);
		});

		it('is the same when the same phone is linked again', async () => {
			await create();
			const before = await list();
			await gateway.post(`/simulator/v1/instances/${instanceId}/logout`);
			await gateway.post(`/v1/instances/${instanceId}/connect`, { method: 'qrcode' });
			await gateway.post(`/simulator/v1/instances/${instanceId}/scan`);
			expect((await list()).body).toEqual(before.body);
		});
	});

	describe('a group', () => {
		it('is created with the instance as its super admin', async () => {
			const answer = await create({ description: 'Grüße 🙂 "quoted"' });
			expect(answer.status).toBe(201);
			const id = answer.text('data.id');
			expect(answer.body).toEqual({
				success: true,
				data: {
					id: expect.stringMatching(/^\d{5,32}@g\.us$/),
					name: 'Friends',
					participantsCount: 3,
					isAdmin: true,
				},
			});
			expect((await detail(id)).body).toEqual({
				success: true,
				data: {
					id,
					name: 'Friends',
					description: 'Grüße 🙂 "quoted"',
					pictureUrl: null,
					owner: own,
					createdAt: new Date(clock.now()).toISOString(),
					participants: [
						{ id: jid(own), phone: own, isAdmin: true, isSuperAdmin: true },
						{ id: jid(ANA), phone: ANA, isAdmin: false, isSuperAdmin: false },
						{ id: jid(BEN), phone: BEN, isAdmin: false, isSuperAdmin: false },
					],
					admins: [own],
					settings: { announce: false, restrict: false },
				},
			});
		});

		it('has everybody once, however often they are named, and no description unless given', async () => {
			const answer = await create({ participants: [ANA, own, ANA] });
			expect(answer.at('data.participantsCount')).toBe(2);
			expect((await detail(answer.text('data.id'))).at('data.description')).toBeNull();
		});

		it('gets an identifier of its own when many are created at once', async () => {
			const before = (await list()).at('data') as unknown[];
			const answers = await Promise.all(Array.from({ length: 10 }, () => create()));
			expect(new Set(answers.map((answer) => answer.text('data.id'))).size).toBe(10);
			expect((await list()).at('data') as unknown[]).toHaveLength(before.length + 10);
		});

		it('can be written to', async () => {
			const to = (await create()).text('data.id');
			const messageId = await sendText(gateway, instanceId, to, 'Hello all');
			const read = await until('the message to be read', async () => {
				clock.advance(1);
				const status = await statusOf(gateway, messageId);
				return at(status, 'status') === 'read' && status;
			});
			expect(read).toMatchObject({ messageId, to: null, chatId: to });
		});

		it('is not created with who is not on the network or has blocked the instance, and names them', async () => {
			const before = (await list()).body;
			const answer = await create({ participants: [ANA, '4915112340000', '4915112340002'] });
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
			expect(answer.text('error.message')).toContain('4915112340000, 4915112340002');
			expect(answer.text('error.message')).not.toContain(ANA);
			expect((await list()).body).toEqual(before);
		});

		it('may have a name of 100 characters, a description of 2048 and 1024 participants', async () => {
			const participants = Array.from({ length: 1024 }, (_, index) => `49151${String(10_004 + index)}9`);
			const largest = { name: '🙂'.repeat(100), description: 'd'.repeat(2048), participants };
			const answer = await create(largest);
			expect(answer.at('data')).toMatchObject({ name: largest.name, participantsCount: 1025 });
			for (const over of [
				{ name: 'n'.repeat(101) },
				{ description: 'd'.repeat(2049) },
				{ participants: [...participants, ANA] },
			]) {
				const refused = await create(over);
				expect([refused.status, refused.at('error.code')]).toEqual([400, 'invalid_parameters']);
			}
		});

		it.each([
			['no name', { name: undefined }, 'invalid_parameters'],
			['an empty name', { name: '' }, 'invalid_parameters'],
			['a name that is no text', { name: 1 }, 'invalid_parameters'],
			['no participants', { participants: undefined }, 'invalid_parameters'],
			['an empty list of participants', { participants: [] }, 'invalid_parameters'],
			['a description that is no text', { description: null }, 'invalid_parameters'],
			['an unknown field', { announce: true }, 'invalid_parameters'],
			['no phone number', { participants: [ANA, '+49151'] }, 'invalid_phone_number'],
		])('is not created with %s', async (_what, wrong, code) => {
			const answer = await create(wrong);
			expect([answer.status, answer.at('error.code')]).toEqual([400, code]);
		});

		it.each(['1234567890@g.us', '4915155555551', 'nothing', '%00', 'a%2Fb'])(
			'is not found by %s',
			async (groupId) => {
				for (const answer of [await detail(groupId), await change(groupId, 'add', [ANA])]) {
					expect([answer.status, answer.at('error.code')]).toEqual([404, 'group_not_found']);
				}
			},
		);
	});

	describe('participants', () => {
		let group: string;
		beforeEach(async () => {
			group = (await create()).text('data.id');
		});
		const success = (phone: string) => ({ phone, status: 'success' });
		const failed = (phone: string, error: string) => ({ phone, status: 'failed', error });

		it('are added, each with a result in the order given', async () => {
			const phones = [CLEO, ANA, '4915112340000', '4915112340002', own];
			const answer = await change(group, 'add', phones);
			expect(answer.status).toBe(200);
			expect(answer.body).toEqual({
				success: true,
				data: {
					action: 'add',
					results: [
						success(CLEO),
						failed(ANA, 'already_participant'),
						failed('4915112340000', 'not_on_network'),
						failed('4915112340002', 'not_on_network'),
						failed(own, 'already_participant'),
					],
				},
			});
			expect((await detail(group)).at('data.participants')).toHaveLength(4);
			expect(await member(group, CLEO)).toEqual({
				id: jid(CLEO),
				phone: CLEO,
				isAdmin: false,
				isSuperAdmin: false,
			});
		});

		it('are removed, and then are none', async () => {
			const answer = await change(group, 'remove', [ANA, CLEO, ANA]);
			expect(answer.at('data')).toEqual({
				action: 'remove',
				results: [success(ANA), failed(CLEO, 'not_participant'), success(ANA)],
			});
			expect(await member(group, ANA)).toBeUndefined();
			expect((await change(group, 'remove', [ANA])).at('data.results')).toEqual([
				failed(ANA, 'not_participant'),
			]);
		});

		it('are promoted and demoted, again without harm', async () => {
			for (const attempt of ['first', 'again']) {
				const answer = await change(group, 'promote', [ANA, CLEO]);
				expect([attempt, answer.at('data.results')]).toEqual([
					attempt,
					[success(ANA), failed(CLEO, 'not_participant')],
				]);
				expect((await detail(group)).at('data.admins')).toEqual([own, ANA]);
			}
			expect(await member(group, ANA)).toEqual({
				id: jid(ANA),
				phone: ANA,
				isAdmin: true,
				isSuperAdmin: false,
			});
			for (const attempt of ['first', 'again']) {
				const answer = await change(group, 'demote', [ANA, '4915112340000']);
				expect([attempt, answer.at('data.results')]).toEqual([
					attempt,
					[success(ANA), failed('4915112340000', 'not_participant')],
				]);
				expect((await detail(group)).at('data.admins')).toEqual([own]);
			}
		});

		it('all get what changes made at the same time leave', async () => {
			const phones = Array.from({ length: 20 }, (_, index) => `4915166666${600 + index}`);
			await Promise.all(phones.map((phone) => change(group, 'add', [phone])));
			expect((await detail(group)).at('data.participants')).toHaveLength(23);
		});

		it.each(['add', 'remove', 'promote', 'demote'])(
			'are not changed (%s) by an instance that is no admin',
			async (action) => {
				const theirs = await started({ participants: [BEN] });
				const answer = await change(theirs, action, [BEN]);
				expect([answer.status, answer.at('error.code')]).toEqual([403, 'not_admin']);
				expect((await detail(theirs)).at('data.participants')).toHaveLength(3);
			},
		);

		it('may be changed by an instance from when somebody makes it an admin until somebody ends that', async () => {
			const theirs = await started();
			await byOther(`/${theirs}/participants`, { action: 'promote', participants: [own] });
			expect((await change(theirs, 'add', [CLEO])).status).toBe(200);
			await byOther(`/${theirs}/participants`, { action: 'demote', participants: [own] });
			const answer = await change(theirs, 'add', [BEN]);
			expect([answer.status, answer.at('error.code')]).toEqual([403, 'not_admin']);
		});

		it('do not include an instance that was removed: the group is gone for it, until it is added again', async () => {
			await byOther(`/${group}/participants`, { action: 'remove', participants: [own] });
			for (const answer of [await detail(group), await change(group, 'add', [CLEO])]) {
				expect([answer.status, answer.at('error.code')]).toEqual([404, 'group_not_found']);
			}
			expect(await listed()).not.toContain(group);
			await byOther(`/${group}/participants`, { action: 'add', participants: [own] });
			expect(await listed()).toContain(group);
			expect((await change(group, 'add', [CLEO])).at('error.code')).toBe('not_admin');
		});

		it('include an admin still when the last one leaves', async () => {
			await change(group, 'remove', [own]);
			await byOther(`/${group}/participants`, { action: 'add', participants: [own] });
			expect((await detail(group)).at('data')).toMatchObject({ owner: own, admins: [ANA] });
		});

		it.each([
			['no action', { action: undefined }, 'invalid_parameters'],
			['an unknown action', { action: 'ban' }, 'invalid_parameters'],
			['no participants', { participants: undefined }, 'invalid_parameters'],
			['an empty list', { participants: [] }, 'invalid_parameters'],
			['1025 participants', { participants: Array<string>(1025).fill(ANA) }, 'invalid_parameters'],
			['an unknown field', { reason: 'none' }, 'invalid_parameters'],
			['no phone number', { participants: ['me'] }, 'invalid_phone_number'],
		])('are not changed with %s', async (_what, wrong, code) => {
			const answer = await change(group, 'add', [CLEO], wrong);
			expect([answer.status, answer.at('error.code')]).toEqual([400, code]);
		});
	});

	describe('of others on the simulated network', () => {
		it('may be for announcements, with the instance as a plain member', async () => {
			const id = await started({ participants: [BEN], announce: true, restrict: true });
			expect((await detail(id)).at('data')).toMatchObject({
				owner: ANA,
				admins: [ANA],
				settings: { announce: true, restrict: true },
			});
			expect(await member(id, own)).toEqual({
				id: jid(own),
				phone: own,
				isAdmin: false,
				isSuperAdmin: false,
			});
		});

		it('take messages for announcements from admins alone', async () => {
			const id = await started({ participants: [BEN], announce: true });
			const refused = await reached(gateway, await sendText(gateway, instanceId, id), 'failed');
			expect(at(refused, 'error.code')).toBe('recipient_blocked');
			expect(at(refused, 'error.message')).toContain('Only admins may write in the group "Theirs"');
			await byOther(`/${id}/participants`, { action: 'promote', participants: [own] });
			await reached(gateway, await sendText(gateway, instanceId, id), 'read');

			const open = await started({ participants: [BEN] });
			await reached(gateway, await sendText(gateway, instanceId, open), 'read');
			await byOther(`/${open}/participants`, { action: 'remove', participants: [own] });
			const gone = await reached(gateway, await sendText(gateway, instanceId, open), 'failed');
			expect(at(gone, 'error.code')).toBe('recipient_not_found');
		});

		it('are made by who is there and is not the instance', async () => {
			for (const from of ['4915112340000', own]) {
				const answer = await byOther('', { from, name: 'Theirs' });
				expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
			}
			const answer = await byOther('/123456@g.us/participants', { action: 'add', participants: [ANA] });
			expect([answer.status, answer.at('error.code')]).toEqual([404, 'group_not_found']);
		});
	});

	const everyCall = async (instance: string): Promise<Answer[]> => [
		await list(instance),
		await create({ instanceId: instance }),
		await detail('123456@g.us', instance),
		await change('123456@g.us', 'add', [ANA], { instanceId: instance }),
	];

	it('are refused for an instance that is not there', async () => {
		for (const answer of await everyCall(NOT_THERE)) {
			expect([answer.status, answer.at('error.code')]).toEqual([404, 'invalid_instance']);
		}
	});

	it('need a connection', async () => {
		await connectAnother();
		await gateway.post(`/simulator/v1/instances/${instanceId}/logout`);
		const calls = [
			...(await everyCall(instanceId)),
			await byOther('', { from: ANA, name: 'Theirs' }),
			await byOther('/123456@g.us/participants', { action: 'add', participants: [ANA] }),
		];
		for (const answer of calls) {
			expect([answer.status, answer.at('error.code')]).toEqual([409, 'instance_disconnected']);
		}
		await connectAnother();
	});

	it.each(['', '/123456@g.us'])('need to be told whose, at /v1/groups%s', async (path) => {
		const answer = await gateway.get(`/v1/groups${path}`);
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
		const more = await gateway.get(`/v1/groups${path}?instanceId=${instanceId}&limit=5`);
		expect([more.status, more.at('error.code')]).toEqual([400, 'invalid_parameters']);
	});

	it('are read with messages:read and changed with messages:write', async () => {
		const { stdout } = await runGateway(['keys', 'create', '--name', 'R', '--scopes', 'messages:read'], {
			GATEWAY_DATA_DIR: gateway.folder,
		});
		const reader = createClient(gateway.url, /^mgw_\S+$/m.exec(stdout)?.[0] ?? '');
		expect((await reader.get(`/v1/groups?instanceId=${instanceId}`)).status).toBe(200);
		for (const answer of [
			await reader.post('/v1/groups', { instanceId, name: 'A', participants: [ANA] }),
			await reader.post('/v1/groups/123456@g.us/participants', {}),
		]) {
			expect([answer.status, answer.at('error.code')]).toEqual([403, 'insufficient_permissions']);
			expect(answer.text('error.message')).toContain('messages:write');
		}
	});
});

describe('after a restart of the gateway', () => {
	it('groups are as they were left', async () => {
		const before = await startTestGateway();
		const instanceId = await connectedInstance(before);
		const participants = [ANA, BEN];
		const created = await before.post('/v1/groups', { instanceId, name: 'Friends', participants });
		const path = `/v1/groups/${created.text('data.id')}`;
		await before.post(`${path}/participants`, { instanceId, action: 'promote', participants: [BEN] });
		await before.post(`${path}/participants`, { instanceId, action: 'remove', participants: [ANA] });
		const groups = (await before.get(`/v1/groups?instanceId=${instanceId}`)).body;
		const group = (await before.get(`${path}?instanceId=${instanceId}`)).body;
		expect(at(group, 'data.admins')).toContain(BEN);

		const after = await before.restart();
		await until('the instance to be connected', async () => {
			const { body } = await after.get(`/v1/instances/${instanceId}/status`);
			return at(body, 'data.status') === 'connected';
		});
		expect((await after.get(`/v1/groups?instanceId=${instanceId}`)).body).toEqual(groups);
		expect((await after.get(`${path}?instanceId=${instanceId}`)).body).toEqual(group);
		await after.close();
	});
});
