import { describe, expect, it } from '@jest/globals';
import { at } from '../../../support/json.ts';
import { statusOf } from '../../../support/gateway.ts';
import { until } from '../../../support/until.ts';
import type { ContractContext } from '../contract-context.ts';

const BURST = 60;
const CHATS = 6;

/** Back-pressure, and the work of a connection that ends. */
export function load(context: ContractContext): void {
	const allHaveStatus = async (messageIds: readonly string[], statuses: readonly string[]) => {
		const records = await Promise.all(messageIds.map((id) => statusOf(context.gateway, id)));
		return records.every((record) => statuses.includes(String(at(record, 'status'))));
	};

	describe('load', () => {
		it('sends many messages once each, in order within their chat', async () => {
			const instance = await context.connected();
			const phones = Array.from({ length: CHATS }, () => context.world.person());
			const sent = new Map<string, string[]>(phones.map((phone) => [phone, []]));
			await Promise.all(
				phones.map(async (phone) => {
					for (let index = 0; index < BURST / CHATS; index += 1) {
						sent.get(phone)?.push(await instance.send(phone, `Line ${index}`));
					}
				}),
			);
			await until('all to be sent', () => instance.events('message.sent').length >= BURST);
			const order = instance.events('message.sent').map((one) => String(one.at('data.messageId')));
			expect(order).toHaveLength(BURST);
			for (const ids of sent.values()) expect(order.filter((id) => ids.includes(id))).toEqual(ids);
		});

		it('records many messages once each', async () => {
			const instance = await context.connected();
			const phones = Array.from({ length: CHATS }, () => context.world.person());
			await Promise.all(
				Array.from({ length: BURST }, (_, index) =>
					instance.end.write({ from: phones[index % CHATS] ?? '', text: `Line ${index}` }),
				),
			);
			const published = await until('all messages', () => {
				const events = instance.events('message.received');
				return events.length >= BURST && events;
			});
			expect(new Set(published.map((one) => one.at('data.content'))).size).toBe(BURST);
			expect(published).toHaveLength(BURST);
		});

		it('delays a message while the network is overloaded', async () => {
			const instance = await context.connected();
			const phone = context.world.person();
			await instance.end.overload();
			const messageId = await instance.send(phone, 'No hurry');
			await instance.end.received(phone, 'No hurry');
			await instance.event('message.sent', messageId);
			expect(instance.events('message.failed')).toEqual([]);
		});

		it('keeps queued messages of a disconnected instance for the next connection', async () => {
			const instance = await context.connected();
			const phone = context.world.person();
			const ids: string[] = [];
			for (let index = 0; index < 12; index += 1) ids.push(await instance.send(phone, `Line ${index}`));
			await context.gateway.post(`/v1/instances/${instance.id}/disconnect`);
			await instance.is('disconnected');
			expect(await allHaveStatus(ids, ['queued', 'sent', 'delivered', 'read'])).toBe(true);
			await instance.connect();
			const sent = await until('all to be sent', () => {
				const events = instance.events('message.sent');
				return events.length >= ids.length && events;
			});
			const order = sent.map((one) => one.at('data.messageId'));
			expect(order).toEqual(ids);
		});

		it('sends accepted messages after a restart', async () => {
			const instance = await context.connected();
			const phone = context.world.person();
			const ids: string[] = [];
			for (let index = 0; index < 12; index += 1) ids.push(await instance.send(phone, `Line ${index}`));
			await context.restart();
			await until('all to be sent', () => allHaveStatus(ids, ['sent', 'delivered', 'read']));
			await instance.is('connected');
		});

		it('cancels the connection of a deleted instance', async () => {
			const instance = await context.created();
			const path = `/v1/instances/${instance.id}`;
			const [, ended] = await Promise.all([
				context.gateway.post(`${path}/connect`, context.world.connectRequest),
				context.gateway.delete(path),
			]);
			expect(ended.status).toBe(200);
			expect((await context.gateway.get(path)).status).toBe(404);
		});
	});
}
