import { describe, expect, it } from '@jest/globals';
import { until } from '../../../support/until.ts';
import type { TestInstance, ContractContext } from '../contract-context.ts';

/** Messages from before the instance was linked. */
export function history(context: ContractContext): void {
	const listMessages = async (instance: TestInstance) =>
		(await context.gateway.get(`/v1/messages?instanceId=${instance.id}&limit=100`)).at('data') as {
			messageId: string;
			timestamp: string;
		}[];

	describe('history', () => {
		if (!context.network.capabilities.has('history')) {
			it('begins with the connection', async () => {
				const instance = await context.connected();
				expect(await listMessages(instance)).toEqual([]);
			});
			return;
		}

		it('is stored in order, as read, without events', async () => {
			const instance = await context.connected();
			const synced = await instance.end.syncHistory();
			const stored = await until('the whole history', async () => {
				const messages = await listMessages(instance);
				return messages.length >= synced && messages;
			});
			expect(stored).toHaveLength(synced);
			const times = stored.map(({ timestamp }) => timestamp);
			expect(times).toEqual(times.toSorted().toReversed());
			const unread = await context.gateway.get(
				`/v1/messages/chats?instanceId=${instance.id}&unreadOnly=true`,
			);
			expect(unread.at('data')).toEqual([]);
			expect(instance.events('message.received')).toEqual([]);
			expect(instance.events('message.sent')).toEqual([]);
		});
	});
}
