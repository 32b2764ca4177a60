import { describe, expect, it } from '@jest/globals';
import { until } from '../../../support/until.ts';
import type { Actor, Stage } from '../stage.ts';

/** Messages from before the instance was linked. */
export function past(stage: Stage): void {
	const history = async (actor: Actor) =>
		(await stage.gateway.get(`/v1/messages?instanceId=${actor.id}&limit=100`)).at('data') as {
			messageId: string;
			timestamp: string;
		}[];

	describe('history', () => {
		if (!stage.network.capabilities.has('history')) {
			it('begins with the connection', async () => {
				const actor = await stage.connected();
				expect(await history(actor)).toEqual([]);
			});
			return;
		}

		it('is stored in order, as read, without events', async () => {
			const actor = await stage.connected();
			const handedOver = await actor.end.handOverHistory();
			const stored = await until('the whole history', async () => {
				const messages = await history(actor);
				return messages.length >= handedOver && messages;
			});
			expect(stored).toHaveLength(handedOver);
			const times = stored.map(({ timestamp }) => timestamp);
			expect(times).toEqual(times.toSorted().toReversed());
			const unread = await stage.gateway.get(`/v1/messages/chats?instanceId=${actor.id}&unreadOnly=true`);
			expect(unread.at('data')).toEqual([]);
			expect(actor.events('message.received')).toEqual([]);
			expect(actor.events('message.sent')).toEqual([]);
		});
	});
}
