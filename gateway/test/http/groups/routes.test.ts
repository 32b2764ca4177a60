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
import { until } from '../../support/until.ts';
import { ANA, BEN, groupRequests, jidOf, type GroupRequests } from './group-requests.ts';

const UNKNOWN_INSTANCE = 'inst_00000000000000000000000000';

describe('groups', () => {
	const clock = createManualClock();
	let gateway: TestGateway;
	let instanceId: string;
	let groups: GroupRequests;
	let own: string;

	const connectNewInstance = async () => {
		instanceId = await connectedInstance(gateway);
		groups = groupRequests(gateway, instanceId);
		own = (await gateway.get(`/v1/instances/${instanceId}`)).text('data.phone');
	};
	beforeAll(async () => {
		gateway = await startTestGateway({ clock });
		await connectNewInstance();
	});
	afterAll(() => gateway.close());

	describe('GET /v1/groups', () => {
		beforeEach(connectNewInstance);

		it('lists the two groups of a new phone: an own group, and one for announcements only', async () => {
			const answer = await groups.list();
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
			const news = await groups.detail(answer.text('data.0.id'));
			expect(news.at('data.settings')).toEqual({ announce: true, restrict: true });
			expect(news.at('data.admins')).toEqual([news.at('data.owner')]);
			expect(news.at('data.owner')).not.toBe(own);
			const team = await groups.detail(answer.text('data.1.id'));
			expect(team.at('data')).toMatchObject({
				owner: own,
				admins: [own],
				settings: { announce: false, restrict: false },
			});
			expect(team.at('data.participants.0')).toEqual({
				id: jidOf(own),
				phone: own,
				isAdmin: true,
				isSuperAdmin: true,
			});
		});

		it('lists the newest group first, and whether the instance is an admin', async () => {
			await groups.create();
			clock.advance(1000);
			await groups.createAsOtherMember({ participants: [BEN] });
			const listed = (await groups.list()).at('data') as unknown[];
			expect(listed.slice(0, 2)).toEqual([
				expect.objectContaining({ name: 'Theirs', isAdmin: false, participantsCount: 3 }),
				expect.objectContaining({ name: 'Friends', isAdmin: true, participantsCount: 3 }),
			]);
			expect(at(listed[0], 'createdAt')).toBe(new Date(clock.now()).toISOString());
		});

		it('lists the groups of each instance separately', async () => {
			const id = (await groups.create()).text('data.id');
			const other = await connectedInstance(gateway, 'Other');
			expect((await groupRequests(gateway, other).list()).at('data') as unknown[]).toHaveLength(2);
			const answer = await groupRequests(gateway, other).detail(id);
			expect([answer.status, answer.at('error.code')]).toEqual([404, 'group_not_found']);
		});

		it('returns the same groups when the same phone is linked again', async () => {
			await groups.create();
			const before = await groups.list();
			await gateway.post(`/simulator/v1/instances/${instanceId}/logout`);
			await gateway.post(`/v1/instances/${instanceId}/connect`, { method: 'qrcode' });
			await gateway.post(`/simulator/v1/instances/${instanceId}/scan`);
			expect((await groups.list()).body).toEqual(before.body);
		});
	});

	describe('POST /v1/groups', () => {
		it('creates a group with the instance as its super admin', async () => {
			const answer = await groups.create({ description: 'Grüße 🙂 "quoted"' });
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
			expect((await groups.detail(id)).body).toEqual({
				success: true,
				data: {
					id,
					name: 'Friends',
					description: 'Grüße 🙂 "quoted"',
					pictureUrl: null,
					owner: own,
					createdAt: new Date(clock.now()).toISOString(),
					participants: [
						{ id: jidOf(own), phone: own, isAdmin: true, isSuperAdmin: true },
						{ id: jidOf(ANA), phone: ANA, isAdmin: false, isSuperAdmin: false },
						{ id: jidOf(BEN), phone: BEN, isAdmin: false, isSuperAdmin: false },
					],
					admins: [own],
					settings: { announce: false, restrict: false },
				},
			});
		});

		it('adds each participant once, and leaves the description null without one', async () => {
			const answer = await groups.create({ participants: [ANA, own, ANA] });
			expect(answer.at('data.participantsCount')).toBe(2);
			expect((await groups.detail(answer.text('data.id'))).at('data.description')).toBeNull();
		});

		it('creates groups with distinct ids when requests run concurrently', async () => {
			const before = (await groups.list()).at('data') as unknown[];
			const answers = await Promise.all(Array.from({ length: 10 }, () => groups.create()));
			expect(new Set(answers.map((answer) => answer.text('data.id'))).size).toBe(10);
			expect((await groups.list()).at('data') as unknown[]).toHaveLength(before.length + 10);
		});

		it('accepts messages to the group', async () => {
			const to = (await groups.create()).text('data.id');
			const messageId = await sendText(gateway, instanceId, to, 'Hello all');
			const read = await until('the message to be read', async () => {
				clock.advance(1);
				const status = await statusOf(gateway, messageId);
				return at(status, 'status') === 'read' && status;
			});
			expect(read).toMatchObject({ messageId, to: null, chatId: to });
		});

		it('names the participants that are not on the network or have blocked the instance', async () => {
			const before = (await groups.list()).body;
			const answer = await groups.create({ participants: [ANA, '4915112340000', '4915112340002'] });
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
			expect(answer.text('error.message')).toContain('4915112340000, 4915112340002');
			expect(answer.text('error.message')).not.toContain(ANA);
			expect((await groups.list()).body).toEqual(before);
		});

		it('accepts a name of 100 characters, a description of 2,048 and 1,024 participants, and no more', async () => {
			const participants = Array.from({ length: 1024 }, (_, index) => `49151${String(10_004 + index)}9`);
			const largest = { name: '🙂'.repeat(100), description: 'd'.repeat(2048), participants };
			const answer = await groups.create(largest);
			expect(answer.at('data')).toMatchObject({ name: largest.name, participantsCount: 1025 });
			for (const over of [
				{ name: 'n'.repeat(101) },
				{ description: 'd'.repeat(2049) },
				{ participants: [...participants, ANA] },
			]) {
				const refused = await groups.create(over);
				expect([refused.status, refused.at('error.code')]).toEqual([400, 'invalid_parameters']);
			}
		});

		it.each([
			['no name', { name: undefined }, 'invalid_parameters'],
			['an empty name', { name: '' }, 'invalid_parameters'],
			['a name that is no string', { name: 1 }, 'invalid_parameters'],
			['no participants', { participants: undefined }, 'invalid_parameters'],
			['an empty list of participants', { participants: [] }, 'invalid_parameters'],
			['a description that is no string', { description: null }, 'invalid_parameters'],
			['an unknown field', { announce: true }, 'invalid_parameters'],
			['an invalid phone number', { participants: [ANA, '+49151'] }, 'invalid_phone_number'],
		])('answers 400 for %s', async (_what, wrong, code) => {
			const answer = await groups.create(wrong);
			expect([answer.status, answer.at('error.code')]).toEqual([400, code]);
		});

		it.each(['1234567890@g.us', '4915155555551', 'nothing', '%00', 'a%2Fb'])(
			'answers 404 for the unknown group %s',
			async (groupId) => {
				for (const answer of [
					await groups.detail(groupId),
					await groups.changeParticipants(groupId, 'add', [ANA]),
				]) {
					expect([answer.status, answer.at('error.code')]).toEqual([404, 'group_not_found']);
				}
			},
		);
	});

	const callAll = async (requests: GroupRequests): Promise<Answer[]> => [
		await requests.list(),
		await requests.create(),
		await requests.detail('123456@g.us'),
		await requests.changeParticipants('123456@g.us', 'add', [ANA]),
	];

	it('answers 404 for an unknown instance', async () => {
		for (const answer of await callAll(groupRequests(gateway, UNKNOWN_INSTANCE))) {
			expect([answer.status, answer.at('error.code')]).toEqual([404, 'invalid_instance']);
		}
	});

	it('answers 409 for a disconnected instance', async () => {
		await connectNewInstance();
		await gateway.post(`/simulator/v1/instances/${instanceId}/logout`);
		const calls = [
			...(await callAll(groups)),
			await groups.asOtherMember('', { from: ANA, name: 'Theirs' }),
			await groups.asOtherMember('/123456@g.us/participants', { action: 'add', participants: [ANA] }),
		];
		for (const answer of calls) {
			expect([answer.status, answer.at('error.code')]).toEqual([409, 'instance_disconnected']);
		}
		await connectNewInstance();
	});

	it.each(['', '/123456@g.us'])(
		'answers 400 without an instanceId at /v1/groups%s, and ignores unknown parameters',
		async (path) => {
			const answer = await gateway.get(`/v1/groups${path}`);
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
			const more = await gateway.get(`/v1/groups${path}?instanceId=${instanceId}&limit=5`);
			expect(more.status).toBe(path === '' ? 200 : 404);
		},
	);

	it('requires messages:read to read groups and messages:write to change them', async () => {
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

describe('a restart of the gateway', () => {
	it('keeps the participants and admins of groups', async () => {
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
