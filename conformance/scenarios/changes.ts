import { ABSENT_PHONE, PHONE, type Fixtures } from '../fixtures/fixtures.ts';
import type { Scenario } from './scenario.ts';

const EDIT = { operation: 'PATCH /v1/messages/{}', body: { message: 'Hello again' } };
const REACTION = { operation: 'PUT /v1/messages/{}/reaction', body: { emoji: '👍' } };
const NO_REACTION = { operation: 'DELETE /v1/messages/{}/reaction' };
const DELETION = { operation: 'DELETE /v1/messages/{}' };

/** Messages that the account cannot change. */
export const CHANGE_SCENARIOS: readonly Scenario[] = [
	...[EDIT, REACTION, NO_REACTION, DELETION].flatMap((change): Scenario[] => [
		{
			...scenario(change, 'message_deleted', 'a message that was deleted for everyone'),
			call: async (fixtures, { instanceId }) => {
				const messageId = await fixtures.newSent(String(instanceId));
				await fixtures.session.send(DELETION.operation, { path: { messageId } });
				return callOf(change, messageId);
			},
		},
		{
			...scenario(change, 'message_not_sent', 'a message that failed'),
			call: async (fixtures, { instanceId }) => callOf(change, await failed(fixtures, instanceId)),
		},
		{
			...scenario(change, 'instance_disconnected', 'a message of an instance that is not connected'),
			call: async (fixtures) => {
				const instanceId = await fixtures.newConnected();
				const messageId = await fixtures.newSent(instanceId);
				await fixtures.session.send('POST /simulator/v1/instances/{}/logout', { path: { instanceId } });
				return callOf(change, messageId);
			},
		},
	]),
	{
		...scenario(EDIT, 'not_own_message', 'a received message'),
		call: async (fixtures, { instanceId }) =>
			callOf(EDIT, await fixtures.receiveFrom(String(instanceId), PHONE)),
	},
	{
		operation: 'POST /v1/messages/{}/forward',
		code: 'message_not_sent',
		what: 'a message that failed',
		call: async (fixtures, { instanceId }) => ({
			path: { messageId: await failed(fixtures, instanceId) },
			body: { instanceId, to: PHONE },
		}),
	},
	{
		operation: 'POST /v1/messages/{}/forward',
		code: 'idempotency_key_reused',
		what: 'the same Idempotency-Key with another body',
		call: async (fixtures, { instanceId }) => {
			const path = { messageId: await fixtures.receiveFrom(String(instanceId), PHONE) };
			const headers = { 'idempotency-key': 'reused-forward' };
			const first = { path, body: { instanceId, to: PHONE }, headers };
			await fixtures.session.send('POST /v1/messages/{}/forward', first);
			return { path, body: { instanceId, to: '4915112345679' }, headers };
		},
	},
];

interface OwnChange {
	operation: string;
	body?: Readonly<Record<string, unknown>>;
}

function scenario({ operation }: OwnChange, code: string, what: string): Omit<Scenario, 'call'> {
	return { operation, code, what };
}

function callOf({ body }: OwnChange, messageId: string): Awaited<ReturnType<Scenario['call']>> {
	return { path: { messageId }, ...(body === undefined ? {} : { body }) };
}

async function failed(fixtures: Fixtures, instanceId: unknown): Promise<string> {
	const messageId = await fixtures.send(String(instanceId), ABSENT_PHONE);
	await fixtures.untilSent(messageId);
	return messageId;
}
