import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { clientWith } from '../../support/keys.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { simulatedOfficialInstance } from '../../support/official/simulated-official.ts';

const ANA = '4915112345678';
const ANA_ID = `${ANA}@s.whatsapp.net`;
const HOUR = 3_600_000;

describe('GET /v1/chats/{chatId}', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	beforeAll(async () => {
		clock = createManualClock();
		gateway = await startTestGateway({ clock });
	});
	afterAll(() => gateway.close());

	const chat = (instanceId: string, chatId = ANA_ID) =>
		gateway.get(`/v1/chats/${chatId}?instanceId=${instanceId}`);
	const arrives = (instanceId: string) =>
		gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from: ANA, content: 'Hello' });

	it('has the time until which an official instance may write without a template', async () => {
		const instanceId = await simulatedOfficialInstance(gateway);
		await arrives(instanceId);
		const end = new Date(clock.now() + 24 * HOUR).toISOString();
		expect((await chat(instanceId)).at('data')).toMatchObject({ chatId: ANA_ID, replyUntil: end });
		clock.advance(23 * HOUR);
		await sendText(gateway, instanceId, ANA);
		expect((await chat(instanceId)).at('data.replyUntil')).toBe(end);
		clock.advance(HOUR);
		expect((await chat(instanceId)).at('data.replyUntil')).toBe(null);
		await arrives(instanceId);
		expect((await chat(instanceId)).at('data.replyUntil')).not.toBe(null);
	});

	it('has no such limit for other connections, and for groups', async () => {
		const instanceId = await connectedInstance(gateway);
		await arrives(instanceId);
		const answer = await chat(instanceId);
		expect([answer.status, answer.at('data.replyUntil')]).toEqual([200, undefined]);
		const official = await simulatedOfficialInstance(gateway);
		const root = `/simulator/v1/instances/${official}`;
		const group = (await gateway.post(`${root}/groups`, { from: ANA, name: 'Team' })).text('data.id');
		await gateway.post(`${root}/messages`, { from: ANA, chatId: group, content: 'Hello' });
		const ofGroup = await chat(official, group);
		expect([ofGroup.status, ofGroup.at('data.replyUntil')]).toEqual([200, undefined]);
	});

	it('answers 404 for a chat that the instance does not have, and invalid_instance for one the key does not see', async () => {
		const instanceId = await connectedInstance(gateway);
		const unknown = await chat(instanceId, '4915112340099@s.whatsapp.net');
		expect([unknown.status, unknown.at('error.code')]).toEqual([404, 'chat_not_found']);
		expect((await chat('inst_unknown')).at('error.code')).toBe('invalid_instance');
		await arrives(instanceId);
		const other = await connectedInstance(gateway);
		const limited = await clientWith(gateway, { scopes: ['messages:read'], instances: [other] });
		const refused = await limited.get(`/v1/chats/${ANA_ID}?instanceId=${instanceId}`);
		expect(refused.at('error.code')).toBe('invalid_instance');
	});
});
