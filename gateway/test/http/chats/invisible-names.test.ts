import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';

const ADA = '4915100000011';
const SPACES = '   ';
const ZERO_WIDTH = '\u200b\u2060\ufeff';
const BIDI = '\u202e\u2066';
const HANGUL_FILLER = '\u3164';
const EMPTY_BRAILLE = '\u2800';

describe('a name that nobody can see', () => {
	let gateway: TestGateway;
	let instanceId: string;
	beforeAll(async () => {
		gateway = await startTestGateway();
		instanceId = await connectedInstance(gateway);
	});
	afterAll(() => gateway.close());

	const receive = (message: object) =>
		gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { content: 'Hello', ...message });
	const nameOfChat = async (chatId: string) =>
		(await gateway.get(`/v1/chats/${chatId}?instanceId=${instanceId}`)).at('data.contactName');
	const contacts = async (search: string) =>
		(await gateway.get(`/v1/contacts?instanceId=${instanceId}&search=${search}`)).at('data');

	it('is no name: the chat and the contact are shown by the number', async () => {
		const names = [SPACES, ZERO_WIDTH, BIDI, HANGUL_FILLER, EMPTY_BRAILLE];
		for (const [index, contactName] of names.entries()) {
			const from = `491510000010${index}`;
			await receive({ from, contactName });
			expect(await nameOfChat(`${from}@s.whatsapp.net`)).toBeNull();
			expect(await contacts(from)).toEqual([expect.objectContaining({ name: from })]);
		}
		const events = await gateway.get(
			`/v1/chats/4915100000101@s.whatsapp.net/events?instanceId=${instanceId}`,
		);
		expect(events.at('data')).toEqual([
			expect.objectContaining({
				payload: expect.objectContaining({ data: expect.objectContaining({ contactName: null }) }),
			}),
		]);
	});

	it('is no name of a group, which keeps the one it has', async () => {
		const created = await gateway.post(`/simulator/v1/instances/${instanceId}/groups`, {
			name: 'Shop team',
			from: ADA,
		});
		const groupId = created.text('data.id');
		await receive({ from: ADA, chatId: groupId });
		const path = `/simulator/v1/instances/${instanceId}/groups/${groupId}`;
		expect((await gateway.patch(path, { by: ADA, name: ZERO_WIDTH })).status).toBe(200);
		expect(await nameOfChat(groupId)).toBe('Shop team');
	});

	it('does not replace the name that a chat has', async () => {
		await receive({ from: ADA, contactName: 'Ada 👩‍💻' });
		await receive({ from: ADA, contactName: ZERO_WIDTH });
		expect(await nameOfChat(`${ADA}@s.whatsapp.net`)).toBe('Ada 👩‍💻');
		expect(await contacts(ADA)).toEqual([expect.objectContaining({ name: 'Ada 👩‍💻' })]);
	});
});
