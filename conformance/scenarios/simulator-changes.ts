import { OTHER_MANUAL_PHONE, PHONE, type Fixtures } from '../fixtures/fixtures.ts';
import { arrive } from '../fixtures/arriving-contents.ts';
import { sendButtons } from '../fixtures/phone-samples.ts';
import type { Scenario } from './scenario.ts';

const POLL = { question: 'When?', options: ['Monday', 'Tuesday'] };
/** A number that is not on the network. */
const NOBODY = '4915112340000';

interface Change {
	/** The method and the end of the path. */
	method: 'PUT' | 'PATCH' | 'POST' | 'DELETE';
	action: string;
	/** The fields of the body; a DELETE has none. */
	fields: Readonly<Record<string, unknown>>;
}

/** The changes of a message, at an instance and on a phone. */
const AT_INSTANCE: readonly Change[] = [
	{ method: 'PUT', action: 'messages/{}/reaction', fields: { emoji: '👍' } },
	{ method: 'PATCH', action: 'messages/{}', fields: { content: 'Hello there' } },
	{ method: 'DELETE', action: 'messages/{}', fields: {} },
	{ method: 'POST', action: 'polls/{}/votes', fields: { options: ['Monday'] } },
];
const ON_PHONE: readonly Change[] = [
	{ method: 'PUT', action: '/reaction', fields: { emoji: '👍' } },
	{ method: 'PATCH', action: '', fields: { content: 'Hello there' } },
	{ method: 'DELETE', action: '', fields: {} },
	{ method: 'PUT', action: '/vote', fields: { options: ['Monday'] } },
	{ method: 'POST', action: '/press', fields: { option: 'Cancel' } },
];

/** Messages that cannot be changed, and people who may not change them. */
export const SIMULATOR_CHANGE_SCENARIOS: readonly Scenario[] = [
	...AT_INSTANCE.flatMap((change) => [
		atInstance(change, 'instance_disconnected', 'not connected', async (fixtures) => {
			const instanceId = await fixtures.newConnected();
			const messageId = await arrive(fixtures, instanceId, { from: PHONE, poll: POLL });
			const text = await arrive(fixtures, instanceId, { from: PHONE, content: 'Hello' });
			await logOut(fixtures, instanceId);
			return { instanceId, messageId: change.action.startsWith('polls') ? messageId : text };
		}),
		atInstance(change, 'message_not_sent', 'a message that failed', async (fixtures, instanceId) => {
			const messageId = await fixtures.send(instanceId, NOBODY);
			await fixtures.untilSent(messageId);
			return { instanceId, messageId };
		}),
		...(change.method === 'DELETE'
			? []
			: [
					atInstance(change, 'message_deleted', 'a deleted message', async (fixtures, instanceId) => ({
						instanceId,
						messageId: await deletedMessage(fixtures, instanceId, PHONE),
					})),
				]),
	]),
	atInstance(
		AT_INSTANCE[3],
		'official_api_instance',
		'a connection that reports no votes',
		async (fixtures) => {
			const instanceId = await fixtures.limited();
			return { instanceId, messageId: await fixtures.receiveFrom(instanceId, PHONE) };
		},
	),
	...(['PATCH', 'DELETE'] as const).map(
		(method): Scenario => ({
			operation: `${method} /simulator/v1/instances/{}/messages/{}`,
			code: 'not_own_message',
			what: "a message of the instance, in the other person's name",
			call: async (fixtures, { instanceId, number }) => {
				const messageId = await fixtures.send(String(instanceId), String(number));
				await fixtures.untilDelivered(messageId);
				return {
					path: { instanceId: String(instanceId), messageId },
					...(method === 'DELETE'
						? { query: { from: number } }
						: { body: { from: number, content: 'Hello there' } }),
				};
			},
		}),
	),
	{
		operation: 'DELETE /simulator/v1/instances/{}/messages/{}',
		code: 'not_admin',
		what: 'by a member of the group who is no admin',
		call: async (fixtures, { instanceId, number }) => {
			const chatId = await fixtures.newAnnouncementGroup(String(instanceId));
			const messageId = await arrive(fixtures, instanceId, { from: PHONE, chatId, content: 'News' });
			return { path: { instanceId: String(instanceId), messageId }, query: { from: number } };
		},
	},
	...ON_PHONE.flatMap((change): Scenario[] => [
		onPhone(change, 'instance_disconnected', 'not connected', async (fixtures, _instanceId, number) => {
			const instanceId =
				change.action === '/press' ? await fixtures.newOfficial() : await fixtures.newConnected();
			const messageId = await changeable(fixtures, change, instanceId, number);
			await logOut(fixtures, instanceId);
			return { number, messageId, instanceId };
		}),
		onPhone(
			change,
			'group_not_found',
			'a group the phone is not in',
			async (fixtures, instanceId, number) => ({
				number,
				messageId: await fixtures.receiveFrom(instanceId, number),
				instanceId,
				groupId: await fixtures.group(),
			}),
		),
		onPhone(change, 'phone_offline', 'a phone that is offline', async (fixtures, instanceId) => {
			const number = await fixtures.controlPhone(OTHER_MANUAL_PHONE);
			const messageId = await fixtures.receiveFrom(instanceId, number);
			await fixtures.controlPhone(OTHER_MANUAL_PHONE, { online: false });
			return { number, messageId, instanceId };
		}),
		...(change.method === 'DELETE' || change.action === '/press'
			? []
			: [
					onPhone(change, 'message_deleted', 'a deleted message', async (fixtures, instanceId, number) => ({
						number,
						messageId: await deletedMessage(fixtures, instanceId, number),
						instanceId,
					})),
				]),
		...(change.method === 'PATCH' || change.method === 'DELETE'
			? [
					onPhone(
						change,
						'not_own_message',
						'a message of the instance',
						async (fixtures, instanceId, number) => {
							const messageId = await fixtures.send(instanceId, number);
							await fixtures.untilDelivered(messageId);
							return { number, messageId, instanceId };
						},
					),
				]
			: []),
	]),
	onPhone(ON_PHONE[2], 'not_admin', 'by a phone that is no admin', async (fixtures, instanceId, number) => {
		const groupId = await fixtures.newAnnouncementGroup(instanceId);
		const message = { from: PHONE, chatId: groupId, content: 'News' };
		return { number, messageId: await arrive(fixtures, instanceId, message), instanceId, groupId };
	}),
	onPhone(
		ON_PHONE[3],
		'official_api_instance',
		'a connection that reports no votes',
		async (fixtures, _instanceId, number) => {
			const instanceId = await fixtures.limited();
			return { number, messageId: await fixtures.receiveFrom(instanceId, number), instanceId };
		},
	),
	...(
		[
			['POST /simulator/v1/instances/{}/messages', { from: PHONE }],
			['POST /simulator/v1/phones/{}/messages', {}],
		] as const
	).map(
		([operation, fields]): Scenario => ({
			operation,
			code: 'official_api_instance',
			what: 'a poll on a connection that reports none',
			call: async (fixtures, { number }) => {
				const instanceId = await fixtures.limited();
				return operation.includes('phones')
					? { path: { number: String(number) }, body: { instanceId, poll: POLL } }
					: { path: { instanceId }, body: { ...fields, poll: POLL } };
			},
		}),
	),
	...(
		[
			['contact_not_found', { to: NOBODY, content: 'Hello' }],
			['group_not_found', { to: '49151000000000000@g.us', content: 'Hello' }],
			['message_not_found', { to: PHONE, content: 'Hello', quotedMessageId: 'msg_0' }],
		] as const
	).map(
		([code, body]): Scenario => ({
			operation: 'POST /simulator/v1/instances/{}/echoes',
			code,
			what: 'the owner writes',
			call: (_fixtures, { instanceId }) => ({ path: { instanceId: String(instanceId) }, body }),
		}),
	),
	...(
		[
			['media_too_large', 'huge.png'],
			['media_download_failed', 'missing.png'],
			['unsupported_media_type', 'page.html'],
		] as const
	).map(
		([code, file]): Scenario => ({
			operation: 'POST /simulator/v1/instances/{}/echoes',
			code,
			what: `the owner sends ${file}`,
			call: ({ receiver }, { instanceId }) => ({
				path: { instanceId: String(instanceId) },
				body: { to: PHONE, type: 'image', mediaUrl: `${receiver.url}/media/${file}` },
			}),
		}),
	),
	...(
		[
			['POST /simulator/v1/instances/{}/echoes', { to: PHONE, content: 'Hello' }],
			['POST /simulator/v1/instances/{}/contacts/{}/reveal', { phone: PHONE }],
		] as const
	).map(
		([operation, body]): Scenario => ({
			operation,
			code: 'instance_disconnected',
			what: 'not connected',
			call: async (fixtures) => {
				const instanceId = await fixtures.newConnected();
				await logOut(fixtures, instanceId);
				return { path: { instanceId, contactId: '423456789012345@lid' }, body };
			},
		}),
	),
	{
		operation: 'POST /simulator/v1/instances/{}/contacts/{}/reveal',
		code: 'contact_not_found',
		what: 'a number that is not on the network',
		call: (_fixtures, { instanceId }) => ({
			path: { instanceId: String(instanceId), contactId: '423456789012345@lid' },
			body: { phone: NOBODY },
		}),
	},
];

function atInstance(
	change: Change | undefined,
	code: string,
	what: string,
	path: (fixtures: Fixtures, instanceId: string) => Promise<Record<string, string>>,
): Scenario {
	const { method, action, fields } = change ?? { method: 'PUT', action: '', fields: {} };
	return {
		operation: `${method} /simulator/v1/instances/{}/${action}`,
		code,
		what,
		call: async (fixtures, { instanceId }) => ({
			path: await path(fixtures, String(instanceId)),
			...(method === 'DELETE' ? {} : { body: fields }),
		}),
	};
}

interface OnPhone {
	number: string;
	messageId: string;
	instanceId: string;
	groupId?: string;
}

function onPhone(
	change: Change | undefined,
	code: string,
	what: string,
	prepare: (fixtures: Fixtures, instanceId: string, number: string) => Promise<OnPhone>,
): Scenario {
	const { method, action, fields } = change ?? { method: 'PUT', action: '', fields: {} };
	return {
		operation: `${method} /simulator/v1/phones/{}/messages/{}${action}`,
		code,
		what,
		call: async (fixtures, known) => {
			const prepared = await prepare(fixtures, String(known.instanceId), String(known.number));
			const { number, messageId, ...key } = prepared;
			return {
				path: { number, messageId },
				[method === 'DELETE' ? 'query' : 'body']: { ...key, ...fields },
			};
		},
	};
}

/** A message that the change could be made to; returns its id. */
function changeable(
	fixtures: Fixtures,
	{ action }: Change,
	instanceId: string,
	number: string,
): Promise<string> {
	if (action === '/press') return sendButtons(fixtures, instanceId, number);
	return arrive(fixtures, instanceId, {
		from: number,
		...(action === '/vote' ? { poll: POLL } : { content: 'Hello' }),
	});
}

async function deletedMessage(fixtures: Fixtures, instanceId: string, from: string): Promise<string> {
	const messageId = await fixtures.receiveFrom(instanceId, from);
	const path = { instanceId, messageId };
	await fixtures.session.send('DELETE /simulator/v1/instances/{}/messages/{}', { path });
	return messageId;
}

async function logOut(fixtures: Fixtures, instanceId: string): Promise<void> {
	await fixtures.session.send('POST /simulator/v1/instances/{}/logout', { path: { instanceId } });
}
