import { receiveMessage } from '../../operations/fixture.ts';
import type { EventCase } from './eventCase.ts';
import { ADA, api, ofMessage, person, sendAndWait, simulator, TEXT, TIME } from './eventCase.ts';

const sent = { ...ofMessage, to: ADA };
const change = { ...ofMessage, ...person, contactName: 'Ada', isFromMe: false };

/** The events of messages and polls. */
export const messageEvents: Record<string, EventCase> = {
	'message.received': {
		output: { ...ofMessage, ...person, contactName: 'Ada', type: 'text', content: 'Hello' },
		cause: (fixture) => receiveMessage(fixture, { from: ADA, contactName: 'Ada', content: 'Hello' }),
	},
	'message.sent': {
		output: { ...sent, status: 'sent', type: 'text', content: 'Hi', metadata: { order: 7 } },
		cause: (fixture) => sendAndWait(fixture, { message: 'Hi', metadata: { order: 7 } }),
	},
	'message.delivered': {
		output: { ...sent, status: 'delivered', deliveredAt: TIME },
		cause: (fixture) => sendAndWait(fixture, { message: 'Hi' }),
	},
	'message.read': {
		output: { ...sent, status: 'read', readAt: TIME },
		cause: (fixture) => sendAndWait(fixture, { message: 'Hi' }),
	},
	'message.failed': {
		output: {
			chatId: '491518000000@s.whatsapp.net',
			messageId: TEXT,
			to: '491518000000',
			status: 'failed',
			error: { code: 'recipient_not_found', message: TEXT },
		},
		cause: (fixture) =>
			api(fixture, 'POST', '/v1/messages/send', {
				instanceId: fixture.instanceId,
				to: '491518000000',
				message: 'Nobody',
			}),
	},
	'message.echo': {
		output: { ...sent, source: 'phone', type: 'text', content: 'I will look' },
		cause: (fixture) => simulator(fixture, 'POST', 'echoes', { to: ADA, content: 'I will look' }),
	},
	'message.edited': {
		output: { ...change, content: 'Hello there' },
		cause: async (fixture) => {
			const id = await receiveMessage(fixture, { from: ADA, content: 'Hllo' });
			await simulator(fixture, 'PATCH', `messages/${id}`, { content: 'Hello there' });
		},
	},
	'message.deleted': {
		output: change,
		cause: async (fixture) => {
			const id = await receiveMessage(fixture, { from: ADA, content: 'Oops' });
			await simulator(fixture, 'DELETE', `messages/${id}`);
		},
	},
	'message.reaction': {
		output: { ...change, emoji: '👍' },
		cause: async (fixture) => {
			const id = await sendAndWait(fixture, { message: 'Done' });
			await simulator(fixture, 'PUT', `messages/${id}/reaction`, { from: ADA, emoji: '👍' });
		},
	},
	'message.unavailable': {
		output: { ...ofMessage, ...person, contactName: 'Ada', reason: 'view_once' },
		cause: (fixture) => receiveMessage(fixture, { from: ADA, unsupported: { reason: 'view_once' } }),
	},
	'poll.voted': {
		output: {
			...change,
			options: ['Tea'],
			counts: [
				{ option: 'Tea', votes: 1 },
				{ option: 'Coffee', votes: 0 },
			],
		},
		cause: async (fixture) => {
			const id = await sendAndWait(fixture, {
				poll: { question: 'What?', options: ['Tea', 'Coffee'], selectable: 1 },
			});
			await simulator(fixture, 'POST', `polls/${id}/votes`, { from: ADA, options: ['Tea'] });
		},
	},
};
