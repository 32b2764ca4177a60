import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { authorization, reached } from '../../support/media.ts';

const ADA = '4915100000011';
const ADA_ID = `${ADA}@s.whatsapp.net`;
const BOB = '4915100000022';
const GROUP = '120363041234567890@g.us';

describe('what people do with messages', () => {
	let gateway: TestGateway;
	let instanceId: string;

	beforeAll(async () => {
		gateway = await startTestGateway();
		instanceId = await connectedInstance(gateway);
	});
	afterAll(() => gateway.close());

	const simulator = (path: string) => `/simulator/v1/instances/${instanceId}${path}`;
	const request = (method: string, path: string, body: unknown) =>
		gateway.request(simulator(path), {
			method,
			headers: { authorization, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
	const receive = async (message: Record<string, unknown>): Promise<string> =>
		(await gateway.post(simulator('/messages'), message)).text('data.messageId');
	/** The item of a message in the history, and the message itself. */
	const bothViews = async (messageId: string): Promise<[unknown, unknown]> => {
		const history = await gateway.get(`/v1/messages?instanceId=${instanceId}&limit=100`);
		const item = (history.at('data') as unknown[]).find((one) => at(one, 'messageId') === messageId);
		return [item, (await gateway.get(`/v1/messages/${messageId}`)).at('data')];
	};
	const isoTime = expect.stringMatching(/Z$/);

	it('shows reactions, oldest first, until they are taken back', async () => {
		const messageId = await receive({ from: ADA, chatId: GROUP, content: 'Hello all' });
		const react = (from: string, emoji: string | null) =>
			request('PUT', `/messages/${messageId}/reaction`, { from, emoji });
		expect((await react(BOB, '👩‍👩‍👧‍👦')).status).toBe(200);
		await react(ADA, '👍');
		const reactions = [
			{ emoji: '👩‍👩‍👧‍👦', senderId: `${BOB}@s.whatsapp.net`, isFromMe: false, timestamp: isoTime },
			{ emoji: '👍', senderId: ADA_ID, isFromMe: false, timestamp: isoTime },
		];
		for (const view of await bothViews(messageId)) expect(at(view, 'reactions')).toEqual(reactions);
		await react(ADA, null);
		await react(BOB, null);
		for (const view of await bothViews(messageId)) expect(view).not.toHaveProperty('reactions');
	});

	it('counts the votes in a poll', async () => {
		const poll = { question: 'Lunch?', options: ['Pizza', 'Pasta'], selectable: 2 };
		const answer = await gateway.post('/v1/messages/send', { instanceId, to: ADA, poll });
		const messageId = answer.text('messageId');
		await reached(gateway, messageId, 'read');
		const voted = await gateway.post(simulator(`/polls/${messageId}/votes`), {
			from: ADA,
			options: ['Pasta'],
		});
		expect(voted.status).toBe(200);
		const counts = [
			{ option: 'Pizza', votes: 0 },
			{ option: 'Pasta', votes: 1 },
		];
		for (const view of await bothViews(messageId)) expect(at(view, 'poll')).toEqual({ ...poll, counts });
	});

	it('shows that a text was changed, and in the message its earlier texts', async () => {
		const messageId = await receive({ from: ADA, content: 'At six' });
		for (const content of ['At seven', 'At eight']) {
			const edited = await request('PATCH', `/messages/${messageId}`, { content });
			expect(edited.status).toBe(200);
		}
		const [item, message] = await bothViews(messageId);
		expect(item).toMatchObject({ content: 'At eight', editedAt: isoTime });
		expect(item).not.toHaveProperty('edits');
		expect(at(message, 'edits')).toEqual([
			{ content: 'At six', timestamp: isoTime },
			{ content: 'At seven', timestamp: isoTime },
		]);
	});

	it('shows that a message was deleted, and by whom', async () => {
		const messageId = await receive({ from: ADA, content: 'Forget this' });
		expect((await gateway.delete(simulator(`/messages/${messageId}`))).status).toBe(200);
		for (const view of await bothViews(messageId)) {
			expect(view).toMatchObject({ deletedAt: isoTime, deletedBy: ADA_ID });
			expect(JSON.stringify(view)).not.toContain('Forget this');
		}
	});

	it('shows nothing of the kind where nobody did anything', async () => {
		const messageId = await sendText(gateway, instanceId, BOB, 'Quiet');
		for (const view of await bothViews(messageId)) {
			for (const field of ['reactions', 'edits', 'editedAt', 'deletedAt', 'deletedBy', 'sendAt']) {
				expect(view).not.toHaveProperty(field);
			}
		}
	});

	it('shows the details of what arrives', async () => {
		const messageId = await receive({
			from: ADA,
			type: 'location',
			location: { latitude: 48.2104, longitude: 16.3655, name: 'Café Central' },
			forwarded: true,
		});
		for (const view of await bothViews(messageId)) {
			expect(view).toMatchObject({
				type: 'location',
				content: 'Location: Café Central (48.2104, 16.3655)',
				location: { latitude: 48.2104, longitude: 16.3655, name: 'Café Central', live: false },
				forwarded: true,
			});
		}
	});

	it('lists no scheduled messages where there are none', async () => {
		const scheduled = await gateway.get(`/v1/messages?instanceId=${instanceId}&scheduled=true`);
		expect(scheduled.at('data')).toEqual([]);
		const wrong = await gateway.get(`/v1/messages?instanceId=${instanceId}&scheduled=perhaps`);
		expect([wrong.status, wrong.at('error.code')]).toEqual([400, 'invalid_parameters']);
	});
});
