import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Finished } from '../../../gateway/test/support/gateway-process.ts';
import { STICKER, VOICE_NOTE } from '../../src/exercise/sample-media.ts';
import { parseScenario } from '../../src/format/parse-scenario.ts';
import { run, startSite, type Site } from './support/site.ts';

const NUMBER = '4917655512345';

/** A conversation full of personal data. */
const CONVERSATION = {
	scenario: 1,
	name: 'The incident',
	instance: 'Praxis',
	phones: { wilhelmina: { number: NUMBER, name: 'Wilhelmina Featherstone' } },
	steps: [
		{ step: 'send', phone: 'wilhelmina', text: 'Hello, I am Wilhelmina Featherstone, order 8842-X' },
		{ step: 'receive', phone: 'wilhelmina' },
		{
			step: 'send',
			phone: 'wilhelmina',
			text: 'Mail me: w.featherstone@secret-clinic.test or https://secret.test/x?id=8842',
		},
		{ step: 'receive', phone: 'wilhelmina' },
		{ step: 'edit', phone: 'wilhelmina', text: 'Call me: +49 176 555 12345' },
		{ step: 'duplicate', phone: 'wilhelmina', text: 'Привет, Анастасия', times: 3 },
		{ step: 'receive', phone: 'wilhelmina' },
		{ step: 'react', phone: 'wilhelmina', emoji: '👍', on: 'Анастасия' },
		{ step: 'advance', by: '1h30m' },
		{ step: 'send', phone: 'wilhelmina', text: 'My diagnosis is haemochromatosis' },
		{ step: 'receive', phone: 'wilhelmina' },
		{ step: 'delete', phone: 'wilhelmina', on: 'haemochromatosis' },
		{ step: 'voice', phone: 'wilhelmina', media: VOICE_NOTE },
		{ step: 'sticker', phone: 'wilhelmina', media: STICKER },
		{
			step: 'location',
			phone: 'wilhelmina',
			latitude: 48.20817,
			longitude: 16.37382,
			name: 'Featherstone Clinic',
		},
		{
			step: 'contact',
			phone: 'wilhelmina',
			name: 'Bartholomew',
			number: '+4917655599999',
			email: 'bart@secret.test',
		},
		{ step: 'echo', phone: 'wilhelmina', text: 'Quincy speaking, I take over' },
		{ step: 'receive', phone: 'wilhelmina', contains: 'Quincy' },
		{ step: 'reply', phone: 'wilhelmina', text: 'Thank you Quincy', on: 'Quincy speaking' },
		{ step: 'receive', phone: 'wilhelmina' },
	],
};
const SECRETS =
	/Wilhelmina|Featherstone|Quincy|Bartholomew|bart@|secret|clinic|diagnosis|haemochromatosis|Анастасия|8842|17655512345|555 12345|17655599999|48\.2|16\.37/i;

/** The history of the only chat, without personal data. */
async function shapeOf({ gateway }: Site): Promise<unknown[]> {
	const [instance] = (await gateway.get('/v1/instances')).at('data') as { id: string }[];
	const [chat] = (await gateway.get(`/v1/chats?instanceId=${instance?.id}`)).at('data') as {
		chatId: string;
	}[];
	const list = await gateway.get(`/v1/messages?instanceId=${instance?.id}&chatId=${chat?.chatId}&limit=100`);
	return (list.at('data') as Record<string, unknown>[]).map((message) => ({
		direction: message.direction,
		type: message.type,
		voice: message.voice,
		isReply: message.quotedMessageId !== undefined,
		isEdited: message.editedAt !== undefined,
		isDeleted: message.deletedAt !== undefined,
		reactions: (message.reactions as { emoji: string }[] | undefined)?.map(({ emoji }) => emoji),
	}));
}

describe('the command messaging-gateway export-scenario', () => {
	let recorded: Site;
	let fresh: Site;
	let folder: string;
	const exported = (...args: string[]): Promise<Finished> =>
		run(recorded, 'export-scenario', '--chat', NUMBER, ...args);

	beforeAll(async () => {
		[recorded, fresh] = [await startSite(), await startSite()];
		folder = await mkdtemp(path.join(tmpdir(), 'export-'));
		const file = path.join(folder, 'incident.json');
		await writeFile(file, JSON.stringify(CONVERSATION));
		const { code, stdout } = await run(recorded, 'simulate', file);
		expect([code, stdout]).toEqual([0, expect.stringContaining('Passed')]);
	});
	afterAll(async () => {
		await recorded.close();
		await fresh.close();
		await rm(folder, { recursive: true });
	});

	it('leaves nothing personal in the file, and is the same each time', async () => {
		const { code, stdout, stderr } = await exported('--expect', 'answers');
		expect([code, stderr]).toEqual([0, expect.stringMatching(/^Exported 15 messages as \d+ steps\.\n$/)]);
		expect(SECRETS.exec(stdout)).toBeNull();
		// Common words stay, and so does the direction of a script.
		expect(stdout).toMatch(/"Hello, I am \p{L}{10} \p{L}{12}, order \d{4}-[A-Z]"/u);
		expect(stdout).toMatch(/"text": "\p{Script=Cyrillic}{6}, \p{Script=Cyrillic}{9}"/u);
		expect((await exported('--expect', 'answers')).stdout).toBe(stdout);
	});

	it('names the same person the same, and the words that are kept', async () => {
		const { stdout } = await exported('--keep', 'speaking');
		const { phones, steps } = parseScenario(stdout);
		expect(Object.values(phones)).toEqual([{ number: '491570000100', name: 'Alex', reads: 'automatically' }]);
		const echo = steps.find(({ step }) => step === 'echo');
		const reply = steps.find(({ step }) => step === 'reply');
		expect(echo).toMatchObject({ text: expect.stringMatching(/^\p{L}{6} speaking, I take over$/u) });
		// The person who took over, whom the customer thanks by the same name.
		const [name = ''] = echo?.step === 'echo' ? echo.text.split(' ') : [];
		expect(reply).toMatchObject({ text: `Thank you ${name}`, on: `${name} speaking, I take over` });
	});

	it('has the pauses of the chat', async () => {
		const { steps } = parseScenario((await exported()).stdout);
		const [instance] = (await recorded.gateway.get('/v1/instances')).at('data') as { id: string }[];
		const list = await recorded.gateway.get(`/v1/messages?instanceId=${instance?.id}&limit=100`);
		const times = (list.at('data') as { timestamp: string }[]).map(({ timestamp }) => Date.parse(timestamp));
		const pauses = steps.flatMap((step) => (step.step === 'wait' ? [step.for] : []));
		const sum = pauses.reduce((total, pause) => total + pause, 0);
		expect(steps.filter(({ step }) => step === 'advance')).toEqual([
			{ step: 'advance', by: expect.stringMatching(/^1h3\dm(\d+s)?$/) },
		]);
		// From the first message to the last one of the customer, which only an answer follows.
		expect(sum).toBeLessThanOrEqual(Math.max(...times) - Math.min(...times));
		expect(sum).toBeGreaterThan(0);
	});

	it('gives a scenario that does the same to another gateway', async () => {
		const file = path.join(folder, 'exported.json');
		expect((await exported('--expect', 'answers', '--output', file)).code).toBe(0);
		expect(JSON.parse(await readFile(file, 'utf8'))).not.toHaveProperty('instance');
		const { code, stdout } = await run(fresh, 'simulate', file);
		expect([code, stdout]).toEqual([0, expect.stringContaining('Passed')]);
		expect(await shapeOf(fresh)).toEqual(await shapeOf(recorded));
	});

	it('exports the latest messages up to a limit, and those of a time', async () => {
		const limited = await exported('--limit', '2');
		expect(limited.stderr).toMatch(/^Exported 2 messages as \d steps, the latest of more: /);
		const later = await exported('--from', '2199-01-01T00:00:00Z');
		expect([later.code, later.stderr]).toEqual([1, 'The chat has no messages in this time.\n']);
		const earlier = await exported('--to', '1999-01-01T00:00:00Z');
		expect(earlier.code).toBe(1);
	});

	it('exits with 2 for wrong arguments, and with 1 for a key that may not read messages', async () => {
		for (const [args, problem] of [
			[['--from', 'yesterday'], '--from is "yesterday", but must be a time'],
			[['--limit', '0'], '--limit is "0", but must be a number from 1 to 5000.'],
			[['--expect', 'miracles'], '--expect is "miracles", but can only be "answers".'],
			[['--instance', 'Other'], 'There is no instance "Other", or more than one.'],
		] as const) {
			const { code, stderr } = await exported(...args);
			expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
		}
		expect((await run(recorded, 'export-scenario')).code).toBe(2);
		expect((await exported('--key', 'mgw_wrong')).code).toBe(1);
	});
});
