import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { at } from '../../support/json.ts';
import { clientWith } from '../../support/keys.ts';
import { startDeliveryStage, statusAndCode, type DeliveryStage } from './delivery-stage.ts';

const ADA = '4915112345678';
const BOB = '4915187654321';

describe('the subjects of deliveries', () => {
	let stage: DeliveryStage;

	beforeEach(async () => {
		stage = await startDeliveryStage();
	});
	afterEach(() => stage.close());

	/** Receives a message, and returns the id of its delivery once it has succeeded. */
	async function receive(
		from: string,
		contactName: string,
		content: string,
		rest: object = {},
	): Promise<string> {
		const { gateway, instanceId } = stage;
		const message = { from, contactName, content, ...rest };
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, message);
		return String(at(await stage.waitForNewest('success', 1), 'id'));
	}

	it('names the person, the chat and the message of each', async () => {
		const id = await receive(ADA, 'Ada "L" \\ Ünsal', 'Hello "chatId":"x"');
		const [delivery] = await stage.list();
		expect(delivery).toMatchObject({
			id,
			instanceId: stage.instanceId,
			chatId: `${ADA}@s.whatsapp.net`,
			contactName: 'Ada "L" \\ Ünsal',
			messageId: expect.stringMatching(/^msg_/),
			messageText: 'Hello "chatId":"x"',
			test: false,
			lastStatusCode: 200,
			lastResponseTime: expect.any(Number),
		});
		const one = await stage.gateway.get(`${stage.path}/${id}`);
		expect(one.at('data.chatId')).toBe(`${ADA}@s.whatsapp.net`);
		expect(one.at('data.messageId')).toBe(at(delivery, 'messageId'));
	});

	it('lists those of a chat, also by its phone number, and of a time', async () => {
		const first = await receive(ADA, 'Ada', 'one');
		stage.clock.advance(60_000);
		// A text of a person cannot replace the chat of an event.
		const second = await receive(BOB, 'Bob', `{"chatId":"${ADA}@s.whatsapp.net"}`);
		stage.clock.advance(60_000);
		const third = await receive(ADA, 'Ada', 'three');
		expect(await stage.ids(`?chatId=${ADA}`)).toEqual([third, first]);
		expect(await stage.ids(`?chatId=${ADA}%40s.whatsapp.net&limit=1`)).toEqual([third]);
		expect(await stage.ids(`?chatId=${ADA}&before=${third}`)).toEqual([first]);
		expect(await stage.ids(`?chatId=${ADA}&status=failed`)).toEqual([]);
		const minuteAgo = new Date(stage.clock.now() - 60_000).toISOString();
		expect(await stage.ids(`?since=${minuteAgo}`)).toEqual([third, second]);
		expect(await stage.ids(`?until=${minuteAgo}`)).toEqual([first]);
	});

	it('lists those from before two ids turned out to be of one person, by either', async () => {
		const { gateway, instanceId } = stage;
		const own = { url: stage.receiver.url, events: ['message.received'], instanceId };
		const ownWebhook = (await gateway.post('/v1/webhooks', own)).text('data.id');
		const lid = '123450000000001@lid';
		const hidden = { from: null, senderId: lid, content: 'one' };
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, hidden);
		const first = String(at(await stage.waitForNewest('success', 1), 'id'));
		const reveal = `/simulator/v1/instances/${instanceId}/contacts/${lid}/reveal`;
		expect((await gateway.post(reveal, { phone: ADA })).status).toBe(200);
		await receive(BOB, 'Bob', 'two');
		const third = await receive(ADA, 'Ada', 'three');
		for (const chatId of [ADA, `${ADA}%40s.whatsapp.net`, lid]) {
			expect(await stage.ids(`?chatId=${chatId}`)).toEqual([third, first]);
			const path = `/v1/webhooks/${ownWebhook}/deliveries?chatId=${chatId}`;
			expect((await gateway.get(path)).at('data.deliveries')).toHaveLength(2);
		}
	});

	it('lists none of another chat, with any answer of its sender to a form', async () => {
		const reply = { kind: 'flow', title: 'Form', data: { chatId: `${ADA}@s.whatsapp.net` } };
		const id = await receive(BOB, 'Bob', 'Form', { reply });
		expect(await stage.ids(`?chatId=${BOB}`)).toEqual([id]);
		expect(await stage.ids(`?chatId=${ADA}`)).toEqual([]);
	});

	it('does not reveal people to a key without messages:read', async () => {
		const id = await receive(ADA, 'Ada', 'one');
		const client = await clientWith(stage.gateway, { scopes: ['webhooks:read', 'webhooks:write'] });
		const hidden = { chatId: null, contactName: null, messageText: null };
		expect((await client.get(stage.path)).at('data.deliveries.0')).toMatchObject({ id, ...hidden });
		expect((await client.get(`${stage.path}/${id}`)).at('data')).toMatchObject(hidden);
		expect(statusAndCode(await client.get(`${stage.path}?chatId=${ADA}`))).toEqual([
			403,
			'insufficient_permissions',
		]);
		const preview = await client.post(`${stage.path}/preview`, { deliveryIds: [id] });
		expect(preview.at('data')).toMatchObject({ deliveries: 1, chats: null });
		const payload = { event: 'message.received' };
		expect(statusAndCode(await client.post(`${stage.path}/${id}/test`, { payload }))).toEqual([
			403,
			'insufficient_permissions',
		]);
	});
});
