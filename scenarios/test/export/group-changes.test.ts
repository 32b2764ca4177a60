import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { at } from '../../../gateway/test/support/json.ts';
import { parseScenario } from '../../src/format/parse-scenario.ts';
import { run, startSite, type Site } from './support/site.ts';

const ADA = '4917655500301';
const group = 'Team';
const GROUP_CHAT = {
	scenario: 1,
	name: 'A group with comings and goings',
	instance: 'Praxis',
	phones: {
		ada: { number: ADA, name: 'Ada' },
		bob: { number: '4917655500302', name: 'Bob' },
		carl: { number: '4917655500303', name: 'Carl' },
	},
	steps: [
		{ step: 'join', phone: 'ada', group },
		{ step: 'join', phone: 'bob', group },
		{ step: 'send', phone: 'ada', group, text: 'Hello all' },
		{ step: 'wait', for: '1s' },
		{ step: 'join', phone: 'carl', group, themselves: true },
		{ step: 'send', phone: 'carl', group, text: 'Here I am' },
		{ step: 'promote', phone: 'bob', group },
		{ step: 'demote', phone: 'bob', group },
		{ step: 'advance', by: '3h' },
		{ step: 'leave', phone: 'bob', group },
		{ step: 'leave', phone: 'carl', group, themselves: true },
	],
};

describe('participants of a group in an exported scenario', () => {
	let recorded: Site;
	let fresh: Site;
	let folder: string;
	const play = async (site: Site, text: string): Promise<void> => {
		const file = path.join(folder, 'scenario.json');
		await writeFile(file, text);
		const { code, stdout } = await run(site, 'simulate', file);
		expect([code, stdout]).toEqual([0, expect.stringContaining('Passed')]);
	};
	const idsOf = async ({ gateway }: Site): Promise<{ instanceId: string; groupId: string }> => {
		const instanceId = (await gateway.get('/v1/instances')).text('data.0.id');
		const groups = (await gateway.get(`/v1/groups?instanceId=${instanceId}`)).at('data') as {
			id: string;
			name: string;
		}[];
		return { instanceId, groupId: groups.find(({ name }) => name === group)?.id ?? '' };
	};
	const actionsOf = async (site: Site): Promise<unknown[]> => {
		const { instanceId, groupId } = await idsOf(site);
		const path = `/v1/chats/${groupId}/events?instanceId=${instanceId}&kind=group.participants`;
		const events = (await site.gateway.get(path)).at('data') as unknown[];
		return events.reverse().map((event) => at(event, 'payload.data.action'));
	};
	const exported = async (...args: string[]): Promise<string> => {
		const { groupId } = await idsOf(recorded);
		const { code, stdout, stderr } = await run(recorded, 'export-scenario', '--chat', groupId, ...args);
		expect([code, stderr]).toEqual([0, expect.stringMatching(/^Exported /)]);
		return stdout;
	};

	beforeAll(async () => {
		[recorded, fresh] = await Promise.all([startSite(), startSite()]);
		folder = await mkdtemp(path.join(tmpdir(), 'export-'));
		await play(recorded, JSON.stringify(GROUP_CHAT));
	});
	afterAll(async () => {
		await Promise.all([recorded.close(), fresh.close()]);
		await rm(folder, { recursive: true });
	});

	it('changes participants again, at the same times, and lets nobody in before they came', async () => {
		const text = await exported();
		expect(text).not.toMatch(/Ada|Bob|Carl|17655500/);
		const { steps } = parseScenario(text);
		expect(steps.filter(({ step }) => step !== 'wait')).toEqual([
			{ step: 'join', phone: 'member1', group, themselves: false },
			{ step: 'join', phone: 'member3', group, themselves: false },
			expect.objectContaining({ step: 'send', phone: 'member1' }),
			{ step: 'join', phone: 'member2', group, themselves: true },
			expect.objectContaining({ step: 'send', phone: 'member2' }),
			{ step: 'promote', phone: 'member3', group },
			{ step: 'demote', phone: 'member3', group },
			{ step: 'advance', by: expect.stringMatching(/^3h/) },
			{ step: 'leave', phone: 'member3', group, themselves: false },
			{ step: 'leave', phone: 'member2', group, themselves: true },
		]);
		await play(fresh, text);
		const actions = ['add', 'add', 'join', 'promote', 'demote', 'remove', 'leave'];
		expect([await actionsOf(recorded), await actionsOf(fresh)]).toEqual([actions, actions]);
	});

	it('expects of the workflow what the account changed itself', async () => {
		const { instanceId, groupId } = await idsOf(recorded);
		const body = { instanceId, action: 'promote', participants: [ADA] };
		const changed = await recorded.gateway.post(`/v1/groups/${groupId}/participants`, body);
		expect(changed.status).toBe(200);
		const event = { step: 'event', kind: 'group.participants', where: { action: 'promote', isFromMe: true } };
		expect(parseScenario(await exported('--expect', 'answers')).steps).toContainEqual(
			expect.objectContaining(event),
		);
		const { steps } = parseScenario(await exported());
		expect(steps.filter(({ step }) => step === 'event' || step === 'promote')).toHaveLength(1);
	});
});
