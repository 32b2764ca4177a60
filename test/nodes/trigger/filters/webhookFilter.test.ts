import { describe, expect, it } from '@jest/globals';

import type { WebhookFilter } from '../../../../nodes/MessagingGatewayTrigger/filters/webhookFilter.ts';
import {
	isSameFilter,
	webhookFilter,
} from '../../../../nodes/MessagingGatewayTrigger/filters/webhookFilter.ts';

const RECEIVED = ['message.received'];
const ADA = '4915112345678@s.whatsapp.net';

describe('the filter that the gateway applies', () => {
	it.each([
		[{}, RECEIVED, null],
		[{ chats: '', types: [], textContains: '' }, RECEIVED, null],
		[{ chats: '+49 151 12345678, 1203@g.us; 4915112345678' }, RECEIVED, { chats: ['1203@g.us', ADA] }],
		[{ types: ['text', 'sticker', 'text'] }, RECEIVED, { types: ['sticker', 'text'] }],
		[{ types: ['text', 'hologram'] }, RECEIVED, null],
		[{ textContains: 'Order' }, RECEIVED, { text: { contains: 'Order' } }],
		[{ textContains: 'x'.repeat(201) }, RECEIVED, null],
		[{ leaveOutTakenChats: true }, RECEIVED, { owners: ['bot'] }],
		[{ leaveOutTakenChats: false }, RECEIVED, null],
		[{ leaveOutTakenChats: true }, [...RECEIVED, 'chat.taken'], null],
		[{ leaveOutTakenChats: true }, [...RECEIVED, 'message.echo'], null],
		[{ leaveOutTakenChats: true }, ['message.sent'], null],
		[{ ownMessages: 'only' }, [...RECEIVED, 'message.echo'], { directions: ['outbound'] }],
		[{ ownMessages: 'only' }, ['message.echo'], null],
		[{ ownMessages: 'leaveOut' }, [...RECEIVED, 'message.echo'], { directions: ['inbound'] }],
		[{ ownMessages: 'leaveOut' }, ['message.echo', 'message.sent'], null],
		[{ ownMessages: 'leaveOut' }, ['message.reaction'], null],
		[
			{ chatType: 'group', senders: '4915112345678', textMatches: 'a', onlyRepliesToMe: true },
			RECEIVED,
			null,
		],
	] as const)('is for %j and %j: %j', (filters, events, expected) => {
		expect(webhookFilter(filters as object, {}, events)).toEqual(expected);
	});

	it('leaves out what an expression selects, because its value may change', () => {
		const filters = { chats: '4915112345678', textContains: 'order', types: ['text'] };
		const raw = { ...filters, chats: '={{ $vars.chats }}', types: '={{ ["text"] }}' };
		expect(webhookFilter(filters, raw, RECEIVED)).toEqual({ text: { contains: 'order' } });
	});

	it.each<[WebhookFilter | null | undefined, WebhookFilter | null, boolean]>([
		[null, null, true],
		[undefined, null, true],
		[null, { types: ['text'] }, false],
		[{ types: ['text', 'image'] }, { types: ['image', 'text'] }, true],
		[{ types: ['text'] }, { types: ['text'], owners: ['bot'] }, false],
		[{ text: { contains: 'a' } }, { text: { contains: 'b' } }, false],
		[{ ...{ invented: true }, types: ['text'] }, { types: ['text'] }, false],
	])('compares %j with %j: %s', (one, other, same) => {
		expect(isSameFilter(one, other)).toBe(same);
	});
});
