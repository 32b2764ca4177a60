import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { until } from '../../../../gateway/test/support/until.ts';
import { matchesFilters } from '../../../../nodes/MessagingGatewayTrigger/filters/matchesFilters.ts';
import type { Gateway } from '../../support/gateway.ts';
import { startGateway } from '../../support/gateway.ts';
import { createConnectedInstance, receiveMessage } from '../../support/instances.ts';
import { N8nHost } from '../../support/n8nHost.ts';
import type { Webhook } from '../../support/webhooks.ts';
import { listWebhooks } from '../../support/webhooks.ts';

const ADA = '4915112345678';
const received: IDataObject = {
	messageId: 'msg_1',
	instanceId: 'inst_1',
	chatId: `${ADA}@s.whatsapp.net`,
	from: ADA,
	type: 'text',
	content: 'My Order 4711, please',
	isGroup: false,
};
const LID = '123456789012345@lid';
const withoutNumber = { ...received, from: null, senderId: LID, chatId: LID };
const inGroup = { ...received, chatId: '120363041234567890@g.us', isGroup: true };
const deliverTestEvent: IDataObject = {
	messageId: 'msg_1',
	chatId: received.chatId,
	to: ADA,
	status: 'delivered',
};

describe('matchesFilters', () => {
	it.each([
		[{}, received, true],
		[{ chats: `+49 151 12345678` }, received, true],
		[{ chats: 'x@g.us; 4915112345678@s.whatsapp.net' }, received, true],
		[{ chats: '4915112345679' }, received, false],
		[{ chats: '4915112345679' }, deliverTestEvent, false],
		[{ types: ['text'] }, received, true],
		[{ types: 'image, text' }, received, true],
		[{ types: 'image, context' }, received, false],
		[{ chatType: 'direct' }, received, true],
		[{ chatType: 'direct' }, inGroup, false],
		[{ chatType: 'group' }, inGroup, true],
		[{ chatType: 'group' }, deliverTestEvent, false],
		[{ senders: '+1 555 0109999, +49 151 12345678' }, inGroup, true],
		[{ senders: '+1 555 0109999' }, received, false],
		[{ senders: `+1 555 0109999, ${LID}` }, withoutNumber, true],
		[{ senders: '+49 123456789012345' }, withoutNumber, false],
		[{ senders: '+1 555 0109999' }, withoutNumber, false],
		[{ chats: LID }, withoutNumber, true],
		[{ chats: '123456789012345' }, withoutNumber, false],
		[{ chats: 'US.1a@bsuid' }, { ...withoutNumber, chatId: 'US.1a@bsuid' }, true],
		[{ senders: '+1 555 0109999' }, deliverTestEvent, true],
		[{ types: ['image', 'text'] }, received, true],
		[{ types: ['image'] }, received, false],
		[{ types: [] }, received, true],
		[{ types: ['image'] }, deliverTestEvent, true],
		[{ textContains: 'order' }, received, true],
		[{ textContains: 'invoice' }, received, false],
		[{ textContains: 'invoice' }, deliverTestEvent, true],
		[{ textMatches: 'order\\s+\\d+' }, received, true],
		[{ textMatches: '^order' }, received, false],
		[{ textMatches: '(' }, received, false],
		[{ textMatches: 4711 as unknown as string }, received, true],
		[{ textMatches: 4712 as unknown as string }, received, false],
		[{ textContains: 'order', senders: '+1 555 0109999' }, received, false],
		[{ chats: '1', senders: '2', types: ['image'], textContains: 'x' }, { reason: 'logged_out' }, true],
	] as const)('returns for %j and %j: %s', (filters, data, result) => {
		expect(matchesFilters(filters as object, 'message.received', data)).toBe(result);
	});
});

describe('matchesFilters for other events', () => {
	const quote = { ...received, quotedMessageId: 'msg_0' };
	const reply = { kind: 'button', id: 'yes', title: 'Yes', data: null };

	it.each([
		[{ leaveOutTakenChats: true }, 'message.received', { ...received, owner: 'person' }, false],
		[{ leaveOutTakenChats: true }, 'message.received', { ...received, owner: 'bot' }, true],
		[{ leaveOutTakenChats: true }, 'message.received', received, true],
		[{ leaveOutTakenChats: false }, 'message.received', { ...received, owner: 'person' }, true],
		[{ leaveOutTakenChats: true }, 'message.echo', { ...received, owner: 'person' }, true],
		[{ leaveOutTakenChats: true }, 'chat.taken', { chatId: received.chatId, owner: 'person' }, true],
		[{ onlyRepliesToMe: true }, 'message.received', received, false],
		[{ onlyRepliesToMe: true }, 'message.received', { ...quote, quotedIsFromMe: false }, false],
		[{ onlyRepliesToMe: true }, 'message.received', { ...quote, quotedIsFromMe: true }, true],
		[{ onlyRepliesToMe: true }, 'message.received', { ...received, reply }, true],
		[{ onlyRepliesToMe: true }, 'message.received', { ...inGroup, reply }, false],
		[{ onlyRepliesToMe: true }, 'message.reaction', { chatId: received.chatId, emoji: null }, true],
		[{ onlyRepliesToMe: false }, 'message.received', received, true],
		[{ ownMessages: 'only' }, 'message.received', received, false],
		[{ ownMessages: 'only' }, 'message.echo', { ...received, isFromMe: true }, true],
		[{ ownMessages: 'only' }, 'message.edited', { ...received, isFromMe: false }, false],
		[{ ownMessages: 'only' }, 'message.sent', deliverTestEvent, true],
		[{ ownMessages: 'leaveOut' }, 'message.received', received, true],
		[{ ownMessages: 'leaveOut' }, 'message.echo', { ...received, isFromMe: true }, false],
		[{ ownMessages: 'leaveOut' }, 'group.updated', { groupId: '1@g.us', isFromMe: true }, false],
		[{ ownMessages: 'leaveOut' }, 'message.sent', deliverTestEvent, true],
		[{ chats: '120363@g.us' }, 'group.updated', { groupId: '120363@g.us' }, true],
		[{ chats: '120363@g.us' }, 'group.updated', { groupId: '120364@g.us' }, false],
		[{ chatType: 'direct' }, 'group.updated', { groupId: '120364@g.us' }, false],
	] as const)('returns for %j and %s %j: %s', (filters, event, data, result) => {
		expect(matchesFilters(filters as object, event, data as IDataObject)).toBe(result);
	});
});

describe('a trigger with filters', () => {
	let gateway: Gateway;
	let instanceId: string;

	beforeAll(async () => {
		gateway = await startGateway();
		instanceId = await createConnectedInstance(gateway, 'Support');
	});

	afterAll(async () => {
		await gateway.stop();
	});

	async function startHost(parameters: INodeParameters): Promise<N8nHost> {
		const host = new N8nHost({ baseUrl: gateway.url, apiKey: gateway.apiKey }, parameters);
		await host.listen();
		return host;
	}

	it('starts only on matching events', async () => {
		const host = await startHost({
			events: ['message.received'],
			filters: { textMatches: '^order', senders: `+${ADA}` },
		});
		await host.activate('production');

		await receiveMessage(gateway, instanceId, { from: ADA, content: 'Hello' });
		await receiveMessage(gateway, instanceId, { from: '4915112345679', content: 'Order 1' });
		await receiveMessage(gateway, instanceId, { from: ADA, content: 'Order 2' });

		const [item] = await host.nextStart();
		expect(item?.json.content).toBe('Order 2');
		expect(host.starts).toHaveLength(1);
		await host.call('production', 'delete');
		await host.close();
	});

	it('takes the number of an expression as a text to find', async () => {
		const host = await startHost({ events: ['message.received'], filters: { textContains: '={{ 42 }}' } });
		await host.activate('production');

		await receiveMessage(gateway, instanceId, { from: ADA, content: 'Room 41' });
		await receiveMessage(gateway, instanceId, { from: ADA, content: 'Room 42' });

		const [item] = await host.nextStart();
		expect(item?.json.content).toBe('Room 42');
		expect(host.failures).toEqual([]);
		await host.call('production', 'delete');
		await host.close();
	});

	it('cannot be activated with an invalid regular expression', async () => {
		const host = await startHost({ events: ['message.received'], filters: { textMatches: '(' } });

		await expect(host.activate('production')).rejects.toMatchObject({
			message: 'The filter Text Matches Regex is not a valid regular expression',
		});
		await host.close();
	});

	it('cannot be activated with a back reference, whose matching could block n8n', async () => {
		const host = await startHost({ events: ['message.received'], filters: { textMatches: '(a+)\\1' } });

		await expect(host.activate('production')).rejects.toMatchObject({
			message: 'The filter Text Matches Regex has a back reference, which is not supported',
		});
		await host.close();
	});

	it('does not block n8n on a message that RegExp would take years for', async () => {
		const host = await startHost({ events: ['message.received'], filters: { textMatches: '^(a+)+$' } });
		await host.activate('production');

		await receiveMessage(gateway, instanceId, { from: ADA, content: `${'a'.repeat(4000)}!` });
		await receiveMessage(gateway, instanceId, { from: ADA, content: 'aaaa' });

		const [item] = await host.nextStart();
		expect(item?.json.content).toBe('aaaa');
		await host.call('production', 'delete');
		await host.close();
	});

	it.each<INodeParameters>([{ chats: 'Ada' }, { senders: '+49 151 23456789, my boss' }])(
		'cannot be activated with a name instead of a phone number: %j',
		async (filters) => {
			const host = await startHost({ events: ['message.received'], filters });

			await expect(host.activate('production')).rejects.toMatchObject({
				message: expect.stringMatching(/^"(Ada|my boss)" in the filters is not a phone number$/),
			});
			await host.close();
		},
	);

	it.each([
		['chats', 'Chats'],
		['senders', 'Senders'],
		['types', 'Message Types'],
		['textContains', 'Text Contains'],
		['textMatches', 'Text Matches Regex'],
		['chatType', 'Chat Type'],
	])('cannot be activated when the expression of the filter %s has no value', async (name, label) => {
		for (const expression of ['={{ $vars.missing }}', '={{ "" }}', '={{ [] }}', '=']) {
			const host = await startHost({ events: ['message.received'], filters: { [name]: expression } });

			await expect(host.activate('production')).rejects.toMatchObject({
				message: `The expression of ${label} has no value: remove this filter if everything is to pass`,
			});
			await host.close();
		}
	});

	it('starts on every message in version 1, as before, when the expression of a filter has no value', async () => {
		const host = await startHost({
			events: ['message.received'],
			filters: { chats: '={{ $vars.missing }}' },
		});
		host.typeVersion = 1;
		await host.activate('production');

		await receiveMessage(gateway, instanceId, { from: ADA, content: 'Hello' });

		const [item] = await host.nextStart();
		expect(item?.json.content).toBe('Hello');
		await host.call('production', 'delete');
		await host.close();
	});

	it('starts on nothing once the expression of a filter has lost its value', async () => {
		const host = await startHost({ events: ['message.received'], filters: { chats: `={{ "+${ADA}" }}` } });
		await host.activate('production');
		host.parameters = { events: ['message.received'], filters: { chats: '={{ $vars.missing }}' } };
		await receiveMessage(gateway, instanceId, { from: ADA, content: 'Before' });
		await receiveMessage(gateway, instanceId, { from: '4915112345679', content: 'Of a stranger' });
		const [{ id }] = (await listWebhooks(gateway)) as [Webhook];
		await until('both deliveries', async () => {
			const path = `/v1/webhooks/${id}/deliveries?status=success`;
			const { body } = await gateway.request<{ data: { deliveries: unknown[] } }>('GET', path);
			return body.data.deliveries.length === 2;
		});
		host.parameters = { events: ['message.received'], filters: { chats: `={{ "+${ADA}" }}` } };

		await receiveMessage(gateway, instanceId, { from: ADA, content: 'After' });

		const [item] = await host.nextStart();
		expect(item?.json.content).toBe('After');
		expect(host.starts).toHaveLength(1);
		await host.call('production', 'delete');
		await host.close();
	});
});
