import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { at } from '../../../gateway/test/support/json.ts';
import { until } from '../../../gateway/test/support/until.ts';
import { parseScenario } from '../../src/format/parse-scenario.ts';
import type { Step, StepKind } from '../../src/format/scenario.ts';
import { run, startSite, type Site } from './support/site.ts';

const NUMBER = '4917655512345';
const CHAT = `${NUMBER}@s.whatsapp.net`;

const phone = 'ada';
const INCIDENT = {
	scenario: 1,
	name: 'The network fails',
	instance: 'Praxis',
	phones: { [phone]: { number: NUMBER, name: 'Ada' } },
	steps: [
		{ step: 'send', phone, text: 'Hello' },
		{ step: 'receive', phone },
		{ step: 'fault', kind: 'fail', error: 'recipient_blocked', seconds: 2 },
		{ step: 'send', phone, text: 'When are you open' },
		{ step: 'event', kind: 'message.failed', within: '30s' },
		{ step: 'drop', for: '4m' },
		{ step: 'advance', by: '4m' },
		{ step: 'connected', within: '30s' },
		{ step: 'send', phone, text: 'Are you there' },
		{ step: 'receive', phone, within: '30s' },
	],
};

const GROUP_CHAT = {
	scenario: 1,
	name: 'A group',
	instance: 'Praxis',
	phones: {
		ada: { number: '4917655500101', name: 'Ada' },
		bob: { number: '4917655500102', name: 'Bob' },
	},
	steps: [
		{ step: 'join', phone: 'ada', group: 'Team' },
		{ step: 'join', phone: 'bob', group: 'Team' },
		{ step: 'send', phone: 'ada', group: 'Team', text: 'Hello all' },
		{ step: 'event', kind: 'message.sent' },
		{ step: 'reply', phone: 'bob', group: 'Team', text: 'Thank you', on: 'Hello all' },
		{ step: 'event', kind: 'message.sent' },
		{ step: 'react', phone: 'ada', group: 'Team', on: 'Thank you', emoji: '👍' },
		{ step: 'edit', phone: 'bob', group: 'Team', text: 'Thank you all', on: 'Thank you' },
		{ step: 'echo', phone: 'ada', group: 'Team', text: 'I am here' },
	],
};

describe('what export-scenario keeps', () => {
	let recorded: Site;
	let fresh: Site;
	let folder: string;
	const fileOf = async (name: string, text: string): Promise<string> => {
		const file = path.join(folder, name);
		await writeFile(file, text);
		return file;
	};
	const play = async (site: Site, name: string, scenario: object | string): Promise<void> => {
		const text = typeof scenario === 'string' ? scenario : JSON.stringify(scenario);
		const { code, stdout } = await run(site, 'simulate', await fileOf(name, text));
		expect([code, stdout]).toEqual([0, expect.stringContaining('Passed')]);
	};
	const exported = async (site: Site, chat: string, ...args: string[]): Promise<string> => {
		const { code, stdout, stderr } = await run(site, 'export-scenario', '--chat', chat, ...args);
		expect([code, stderr]).toEqual([0, expect.stringMatching(/^Exported /)]);
		return stdout;
	};
	const stepsOf = (text: string, ...kinds: StepKind[]): Step[] =>
		parseScenario(text).steps.filter(({ step }) => kinds.includes(step));
	const messagesOf = async ({ gateway }: Site, chatId: string): Promise<Record<string, unknown>[]> => {
		const [instance] = (await gateway.get('/v1/instances')).at('data') as { id: string }[];
		const query = `instanceId=${instance?.id}&chatId=${chatId}&limit=100`;
		return (await gateway.get(`/v1/messages?${query}`)).at('data') as Record<string, unknown>[];
	};
	const groupOf = async ({ gateway }: Site): Promise<string> => {
		const [instance] = (await gateway.get('/v1/instances')).at('data') as { id: string }[];
		const groups = (await gateway.get(`/v1/groups?instanceId=${instance?.id}`)).at('data') as {
			id: string;
			name: string;
		}[];
		return groups.find(({ name }) => name === 'Team')?.id ?? '';
	};

	beforeAll(async () => {
		[recorded, fresh] = await Promise.all([startSite(), startSite()]);
		folder = await mkdtemp(path.join(tmpdir(), 'export-'));
		await play(recorded, 'incident.json', INCIDENT);
		await play(recorded, 'group.json', GROUP_CHAT);
	});
	afterAll(async () => {
		await Promise.all([recorded.close(), fresh.close()]);
		await rm(folder, { recursive: true });
	});

	it('lets the network refuse what it refused, with the same error and after the same time', async () => {
		const text = await exported(recorded, NUMBER, '--expect', 'answers');
		const { steps } = parseScenario(text);
		const fault = steps.findIndex(({ step }) => step === 'fault');
		expect(steps.slice(fault, fault + 3)).toEqual([
			expect.objectContaining({ kind: 'fail', error: 'recipient_blocked', seconds: 2, phone: 'customer' }),
			expect.objectContaining({ step: 'send' }),
			expect.objectContaining({ kind: 'message.failed', where: { 'error.code': 'recipient_blocked' } }),
		]);
		// Added before the answer, so that the next message fails.
		expect(steps.findIndex(({ step }) => step === 'receive')).toBeLessThan(fault);
	});

	it('drops the connection for as long, and expects no event without --expect', async () => {
		const text = await exported(recorded, NUMBER);
		const drops = stepsOf(text, 'drop');
		expect(drops).toEqual([{ step: 'drop', for: expect.any(Number) }]);
		// The replay takes a moment to move the time.
		const [drop] = drops;
		expect(drop?.step === 'drop' ? Math.round((drop.for ?? 0) / 60_000) : null).toBe(4);
		expect(stepsOf(text, 'connected', 'event')).toEqual([{ step: 'connected', within: 30_000 }]);
	});

	it('gives a scenario that fails in the same way on another gateway', async () => {
		await play(fresh, 'exported.json', await exported(recorded, NUMBER, '--expect', 'answers'));
		const [[chat]] = [await chatsOf(fresh)];
		const shape = async (site: Site, chatId: string): Promise<unknown[]> =>
			(await messagesOf(site, chatId)).map((message) => [
				message.direction,
				message.status === 'failed',
				at(message, 'error.code'),
			]);
		await until(
			'the answer to be read',
			async () => (await messagesOf(fresh, chat ?? ''))[0]?.status === 'read',
		);
		expect(await shape(fresh, chat ?? '')).toEqual(await shape(recorded, CHAT));
		const [first] = stepsOf(await exported(fresh, chat ?? ''), 'drop');
		const [second] = stepsOf(await exported(recorded, NUMBER), 'drop');
		const minutes = (step: Step | undefined) =>
			step?.step === 'drop' ? Math.round((step.for ?? 0) / 60_000) : 0;
		expect(minutes(first)).toBe(minutes(second));
	});

	it('lets the people of a group write in a group again', async () => {
		const group = await groupOf(recorded);
		const text = await exported(recorded, group, '--expect', 'answers');
		expect(text).not.toMatch(/Ada|Bob|17655500/);
		const { phones, steps } = parseScenario(text);
		expect(Object.keys(phones)).toEqual(['member1', 'member2']);
		expect(steps.filter(({ step }) => step !== 'wait')).toEqual([
			{ step: 'join', phone: 'member1', group: 'Team', themselves: false },
			{ step: 'join', phone: 'member2', group: 'Team', themselves: false },
			expect.objectContaining({ step: 'send', phone: 'member1', group: 'Team' }),
			expect.objectContaining({ step: 'event', kind: 'message.sent' }),
			expect.objectContaining({ step: 'reply', phone: 'member2', group: 'Team' }),
			expect.objectContaining({ step: 'event', kind: 'message.sent' }),
			expect.objectContaining({ step: 'react', phone: 'member1', group: 'Team', emoji: '👍' }),
			expect.objectContaining({ step: 'edit', phone: 'member2', group: 'Team' }),
			expect.objectContaining({ step: 'echo', group: 'Team' }),
		]);
		await play(fresh, 'group.json', text);
		const shape = async (site: Site): Promise<unknown[]> =>
			(await messagesOf(site, await groupOf(site))).map(({ direction, reactions, quotedMessageId }) => [
				direction,
				(reactions as unknown[] | undefined)?.length,
				quotedMessageId !== undefined,
			]);
		expect(await shape(fresh)).toEqual(await shape(recorded));
	});

	async function chatsOf({ gateway }: Site): Promise<string[]> {
		const [instance] = (await gateway.get('/v1/instances')).at('data') as { id: string }[];
		const chats = (await gateway.get(`/v1/chats?instanceId=${instance?.id}`)).at('data') as {
			chatId: string;
		}[];
		return chats.map(({ chatId }) => chatId).filter((chatId) => chatId.endsWith('@s.whatsapp.net'));
	}
});
