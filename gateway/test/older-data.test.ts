import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from './support/gateway.ts';
import { undoPeopleWithoutNumbers } from './support/older-tables.ts';

const ADA = '4915112345678';
const GROUP = '120363041234567890@g.us';

describe('data of a gateway that knew every sender by a phone', () => {
	let gateway: TestGateway;
	let instanceId: string;

	const arrive = async (body: Record<string, unknown>): Promise<string> => {
		const answer = await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, body);
		return answer.text('data.messageId');
	};

	beforeEach(async () => {
		gateway = await startTestGateway();
		instanceId = await connectedInstance(gateway);
	});
	afterEach(async () => {
		await gateway.close();
	});

	it('is all there, and what arrived before is recognised when it comes again', async () => {
		const direct = { from: ADA, content: 'Hello', networkId: 'one' };
		const inGroup = { ...direct, chatId: GROUP };
		const first = await arrive({ ...direct, networkId: 'first' });
		const second = await arrive(inGroup);
		const sent = await sendText(gateway, instanceId, ADA);
		await undoPeopleWithoutNumbers(gateway.folder);
		gateway = await gateway.restart();

		const history = await gateway.get(`/v1/messages?instanceId=${instanceId}`);
		expect(history.at('data')).toMatchObject([
			{ messageId: sent, to: ADA },
			{ messageId: second, from: ADA },
			{ messageId: first, from: ADA },
		]);
		const chats = await gateway.get(`/v1/messages/chats?instanceId=${instanceId}&sortOrder=asc`);
		expect(chats.at('data')).toMatchObject([
			{ chatId: GROUP, phone: null, isGroup: true },
			{ chatId: `${ADA}@s.whatsapp.net`, phone: ADA, isGroup: false },
		]);
		await expect(arrive({ ...direct, networkId: 'first' })).resolves.toBe(first);
		await expect(arrive(inGroup)).resolves.toBe(second);
	});
});
