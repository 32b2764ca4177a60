import { describe, expect, it } from '@jest/globals';
import { at } from '../../../support/json.ts';
import { statusOf } from '../../../support/gateway.ts';
import { until } from '../../../support/until.ts';
import type { TestInstance, ContractContext } from '../contract-context.ts';

type Step = 'delivered' | 'read';

/** Receipts of a phone, those of an inner list at once, and the statuses to be published for them. */
const RECEIPT_ORDERS: readonly {
	what: string;
	steps: readonly (readonly Step[])[];
	events: readonly Step[];
}[] = [
	{ what: 'one after the other', steps: [['delivered'], ['read']], events: ['delivered', 'read'] },
	{ what: 'together', steps: [['delivered', 'read']], events: ['delivered', 'read'] },
	{ what: 'the last one alone', steps: [['read']], events: ['delivered', 'read'] },
	{ what: 'in the wrong order', steps: [['read'], ['delivered']], events: ['delivered', 'read'] },
	{ what: 'together in the wrong order', steps: [['read', 'delivered']], events: ['delivered', 'read'] },
	{ what: 'twice', steps: [['delivered'], ['delivered', 'delivered']], events: ['delivered'] },
];

/** Receipts in every order and coalesced; failures with our codes. */
export function receipts(context: ContractContext): void {
	const stepsOf = (instance: TestInstance, messageId: string) =>
		instance
			.events()
			.filter((one) => one.at('data.messageId') === messageId)
			.map((one) => one.at('event'));

	describe('receipts', () => {
		it.each(RECEIPT_ORDERS)(
			'received $what publish each status once, in order',
			async ({ steps, events }) => {
				const instance = await context.connected();
				const phone = context.world.person();
				const messageId = await instance.send(phone, 'Did you get it?');
				const message = await instance.end.received(phone, 'Did you get it?');
				for (const together of steps) await instance.end.receipts(message, ...together);
				const expected = ['message.sent', ...events.map((step) => `message.${step}`)];
				await instance.event(expected.at(-1) ?? '', messageId);
				// The event of a later message follows all events of this one.
				const fence = await instance.send(phone, 'Fence');
				await instance.event('message.sent', fence);
				expect(stepsOf(instance, messageId)).toEqual(expected);
				const record = await statusOf(context.gateway, messageId);
				expect(at(record, 'status')).toBe(events.at(-1));
				expect(at(record, 'readAt') === null).toBe(!events.includes('read'));
			},
		);

		it('of a message sent before a restart are recorded', async () => {
			const instance = await context.connected();
			const phone = context.world.person();
			const messageId = await instance.send(phone, 'Before the restart');
			const message = await instance.end.received(phone, 'Before the restart');
			await instance.event('message.sent', messageId);
			await context.restart();
			await instance.is('connected');
			if (context.network.method === 'official') await instance.end.complete(null);
			await instance.end.receipts(message, 'delivered');
			await instance.event('message.delivered', messageId);
			await context.restart();
			await instance.is('connected');
			if (context.network.method === 'official') await instance.end.complete(null);
			await instance.end.receipts(message, 'read');
			await instance.event('message.read', messageId);
		});
	});

	describe('failures', () => {
		it.each(context.network.rejections)('report $what as $code', async ({ code, prepare }) => {
			const instance = await context.connected();
			const phone = await prepare(context.world);
			const messageId = await instance.send(phone, 'Nobody gets this');
			const event = await instance.event('message.failed', messageId);
			expect(event.at('data')).toMatchObject({ to: phone, status: 'failed', error: { code } });
			expect(event.at('data.error.message')).toMatch(/\.( |$)/);
			expect(stepsOf(instance, messageId)).toEqual(['message.failed']);
		});

		it.each(context.network.failures)('report $what after sending as $code', async ({ code, trigger }) => {
			const instance = await context.connected();
			const phone = context.world.person();
			const messageId = await instance.send(phone, 'Nobody reads this');
			await trigger(instance.end, await instance.end.received(phone, 'Nobody reads this'));
			const event = await instance.event('message.failed', messageId);
			expect(event.at('data.error.code')).toBe(code);
			expect(stepsOf(instance, messageId)).toEqual(['message.sent', 'message.failed']);
		});

		it('do not affect later messages of the chat', async () => {
			const instance = await context.connected();
			const [rejection] = context.network.rejections;
			const failed = await instance.send((await rejection?.prepare(context.world)) ?? '', 'This one fails');
			await instance.event('message.failed', failed);
			const phone = context.world.person();
			const sent = await instance.send(phone, 'This one does not');
			await instance.event('message.sent', sent);
			await until('the message to be sent', async () =>
				['sent', 'delivered', 'read'].includes(String(at(await statusOf(context.gateway, sent), 'status'))),
			);
		});
	});
}
