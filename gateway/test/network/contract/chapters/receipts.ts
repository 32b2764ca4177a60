import { describe, expect, it } from '@jest/globals';
import { at } from '../../../support/json.ts';
import { statusOf } from '../../../support/gateway.ts';
import { until } from '../../../support/until.ts';
import type { Actor, Stage } from '../stage.ts';

type Step = 'delivered' | 'read';

/** Receipts of a phone, those of an inner list at once, and the statuses to be published for them. */
const WAYS: readonly { what: string; steps: readonly (readonly Step[])[]; events: readonly Step[] }[] = [
	{ what: 'one after the other', steps: [['delivered'], ['read']], events: ['delivered', 'read'] },
	{ what: 'together', steps: [['delivered', 'read']], events: ['delivered', 'read'] },
	{ what: 'the last one alone', steps: [['read']], events: ['delivered', 'read'] },
	{ what: 'in the wrong order', steps: [['read'], ['delivered']], events: ['delivered', 'read'] },
	{ what: 'together in the wrong order', steps: [['read', 'delivered']], events: ['delivered', 'read'] },
	{ what: 'twice', steps: [['delivered'], ['delivered', 'delivered']], events: ['delivered'] },
];

/** Receipts in every order and coalesced; failures with our codes. */
export function receipts(stage: Stage): void {
	const stepsOf = (actor: Actor, messageId: string) =>
		actor
			.events()
			.filter((one) => one.at('data.messageId') === messageId)
			.map((one) => one.at('event'));

	describe('receipts', () => {
		it.each(WAYS)('received $what publish each status once, in order', async ({ steps, events }) => {
			const actor = await stage.connected();
			const phone = stage.world.person();
			const messageId = await actor.send(phone, 'Did you get it?');
			const message = await actor.end.received(phone, 'Did you get it?');
			for (const together of steps) await actor.end.receipts(message, ...together);
			const expected = ['message.sent', ...events.map((step) => `message.${step}`)];
			await actor.event(expected.at(-1) ?? '', messageId);
			// The event of a later message follows all events of this one.
			const fence = await actor.send(phone, 'Fence');
			await actor.event('message.sent', fence);
			expect(stepsOf(actor, messageId)).toEqual(expected);
			const record = await statusOf(stage.gateway, messageId);
			expect(at(record, 'status')).toBe(events.at(-1));
			expect(at(record, 'readAt') === null).toBe(!events.includes('read'));
		});

		it('of a message sent before a restart are recorded', async () => {
			const actor = await stage.connected();
			const phone = stage.world.person();
			const messageId = await actor.send(phone, 'Before the restart');
			const message = await actor.end.received(phone, 'Before the restart');
			await actor.event('message.sent', messageId);
			await stage.restart();
			await actor.is('connected');
			if (stage.network.method === 'official') await actor.end.complete(null);
			await actor.end.receipts(message, 'delivered');
			await actor.event('message.delivered', messageId);
			await stage.restart();
			await actor.is('connected');
			if (stage.network.method === 'official') await actor.end.complete(null);
			await actor.end.receipts(message, 'read');
			await actor.event('message.read', messageId);
		});
	});

	describe('failures', () => {
		it.each(stage.network.refusals)('report $what as $code', async ({ code, arrange }) => {
			const actor = await stage.connected();
			const phone = await arrange(stage.world);
			const messageId = await actor.send(phone, 'Nobody gets this');
			const event = await actor.event('message.failed', messageId);
			expect(event.at('data')).toMatchObject({ to: phone, status: 'failed', error: { code } });
			expect(event.at('data.error.message')).toMatch(/\.( |$)/);
			expect(stepsOf(actor, messageId)).toEqual(['message.failed']);
		});

		it.each(stage.network.failures)('report $what after sending as $code', async ({ code, happen }) => {
			const actor = await stage.connected();
			const phone = stage.world.person();
			const messageId = await actor.send(phone, 'Nobody reads this');
			await happen(actor.end, await actor.end.received(phone, 'Nobody reads this'));
			const event = await actor.event('message.failed', messageId);
			expect(event.at('data.error.code')).toBe(code);
			expect(stepsOf(actor, messageId)).toEqual(['message.sent', 'message.failed']);
		});

		it('do not affect later messages of the chat', async () => {
			const actor = await stage.connected();
			const [refusal] = stage.network.refusals;
			const failed = await actor.send((await refusal?.arrange(stage.world)) ?? '', 'This one fails');
			await actor.event('message.failed', failed);
			const phone = stage.world.person();
			const sent = await actor.send(phone, 'This one does not');
			await actor.event('message.sent', sent);
			await until('the message to be sent', async () =>
				['sent', 'delivered', 'read'].includes(String(at(await statusOf(stage.gateway, sent), 'status'))),
			);
		});
	});
}
