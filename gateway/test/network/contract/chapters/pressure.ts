import { describe, expect, it } from '@jest/globals';
import { at } from '../../../support/json.ts';
import { statusOf } from '../../../support/gateway.ts';
import { until } from '../../../support/until.ts';
import type { Stage } from '../stage.ts';

const BURST = 60;
const CHATS = 6;

/** Back-pressure, and the work of a connection that ends. */
export function pressure(stage: Stage): void {
	const reachedBy = async (messageIds: readonly string[], statuses: readonly string[]) => {
		const records = await Promise.all(messageIds.map((id) => statusOf(stage.gateway, id)));
		return records.every((record) => statuses.includes(String(at(record, 'status'))));
	};

	describe('load', () => {
		it('sends many messages once each, in order within their chat', async () => {
			const actor = await stage.connected();
			const phones = Array.from({ length: CHATS }, () => stage.world.person());
			const sent = new Map<string, string[]>(phones.map((phone) => [phone, []]));
			await Promise.all(
				phones.map(async (phone) => {
					for (let index = 0; index < BURST / CHATS; index += 1) {
						sent.get(phone)?.push(await actor.send(phone, `Line ${index}`));
					}
				}),
			);
			await until('all to be sent', () => actor.events('message.sent').length >= BURST);
			const order = actor.events('message.sent').map((one) => String(one.at('data.messageId')));
			expect(order).toHaveLength(BURST);
			for (const ids of sent.values()) expect(order.filter((id) => ids.includes(id))).toEqual(ids);
		});

		it('records many messages once each', async () => {
			const actor = await stage.connected();
			const phones = Array.from({ length: CHATS }, () => stage.world.person());
			await Promise.all(
				Array.from({ length: BURST }, (_, index) =>
					actor.end.write({ from: phones[index % CHATS] ?? '', text: `Line ${index}` }),
				),
			);
			const published = await until('all messages', () => {
				const events = actor.events('message.received');
				return events.length >= BURST && events;
			});
			expect(new Set(published.map((one) => one.at('data.content'))).size).toBe(BURST);
			expect(published).toHaveLength(BURST);
		});

		it('delays a message while the network is overloaded', async () => {
			const actor = await stage.connected();
			const phone = stage.world.person();
			await actor.end.overload();
			const messageId = await actor.send(phone, 'No hurry');
			await actor.end.received(phone, 'No hurry');
			await actor.event('message.sent', messageId);
			expect(actor.events('message.failed')).toEqual([]);
		});

		it('keeps queued messages of a disconnected instance for the next connection', async () => {
			const actor = await stage.connected();
			const phone = stage.world.person();
			const ids: string[] = [];
			for (let index = 0; index < 12; index += 1) ids.push(await actor.send(phone, `Line ${index}`));
			await stage.gateway.post(`/v1/instances/${actor.id}/disconnect`);
			await actor.is('disconnected');
			expect(await reachedBy(ids, ['queued', 'sent', 'delivered', 'read'])).toBe(true);
			await actor.connect();
			const sent = await until('all to be sent', () => {
				const events = actor.events('message.sent');
				return events.length >= ids.length && events;
			});
			const order = sent.map((one) => one.at('data.messageId'));
			expect(order).toEqual(ids);
		});

		it('sends accepted messages after a restart', async () => {
			const actor = await stage.connected();
			const phone = stage.world.person();
			const ids: string[] = [];
			for (let index = 0; index < 12; index += 1) ids.push(await actor.send(phone, `Line ${index}`));
			await stage.restart();
			await until('all to be sent', () => reachedBy(ids, ['sent', 'delivered', 'read']));
			await actor.is('connected');
		});

		it('cancels the connection of a deleted instance', async () => {
			const actor = await stage.created();
			const path = `/v1/instances/${actor.id}`;
			const [, ended] = await Promise.all([
				stage.gateway.post(`${path}/connect`, stage.world.connectRequest),
				stage.gateway.delete(path),
			]);
			expect(ended.status).toBe(200);
			expect((await stage.gateway.get(path)).status).toBe(404);
		});
	});
}
