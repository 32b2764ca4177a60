import { Type } from 'typebox';
import { GatewayError } from '../../../../domain/error.ts';
import type { InstanceId } from '../../../../domain/ids.ts';
import { canFail, visibleStatus } from '../../../../domain/messages/message.ts';
import { chatIdOf } from '../../../../domain/phone.ts';
import { instanceOrThrow, throwInstanceNotFound } from '../../../../instances/find-instance.ts';
import type { SimulatorControls } from '../../simulator.ts';
import { findInstance } from '../../../../store/instances/instances.ts';
import { findMessage } from '../../../../store/messages/messages.ts';
import type { MessageRow } from '../../../../store/schema.ts';
import { coalesce } from '../../../../lib/concurrency/coalesce.ts';
import { callerOf } from '../../../../http/server/authentication/caller.ts';
import { routeDefiner } from '../../../../http/server/define-route.ts';
import type { Dependencies, Routes } from '../../../../http/server/dependencies.ts';
import { IdOf } from '../../../../http/server/schemas/fields.ts';
import { ReceiptBody, ReceiveMessageBody } from './schema.ts';
import { createReceiveMessage, deviceNotConnected, quotedField } from '../receive-message.ts';
import { OF_CONNECTION, OneInstance, ReceivedMessage, ROUTES_OF_INSTANCE, Success } from '../schema.ts';

const SentMessage = Type.Object({
	instanceId: IdOf('inst', 'The instance.'),
	messageId: IdOf('msg', 'A message it sent.'),
});

/** Messages that arrive at an instance, and receipts for messages it sent (an addition). */
export function simulatedMessageRoutes(controls: SimulatorControls): Routes {
	return (app, dependencies) => {
		const { store } = dependencies;
		const defineRoute = routeDefiner(app, ROUTES_OF_INSTANCE);
		const receiveMessage = createReceiveMessage(dependencies, controls);
		// Messages come in bursts: requests at the same time share one query.
		const findReceiver = coalesce((id) => findInstance(store.read, id));

		defineRoute({
			method: 'POST',
			url: '/simulator/v1/instances/:instanceId/messages',
			config: OF_CONNECTION,
			operationId: 'simulateMessage',
			summary: 'Send a message to an instance',
			params: OneInstance,
			body: ReceiveMessageBody,
			status: 201,
			data: ReceivedMessage,
			errors: [
				'invalid_phone_number',
				'instance_not_found',
				'instance_disconnected',
				'official_api_instance',
				'message_not_found',
				'invalid_media_url',
				'media_too_large',
				'media_download_failed',
			],
			handler: async (request) => {
				const { params, body } = request;
				const { id } = (await findReceiver(params.instanceId)) ?? throwInstanceNotFound();
				const { from, senderId: givenId, contactName = null, username, networkId, ...rest } = body;
				const senderId = senderIdOf(from, givenId);
				const { chatId = senderId, quotedMessageId, ...written } = rest;
				const quoted = await quotedField(store.read, { instanceId: id, chatId }, quotedMessageId);
				const named = networkId === undefined ? {} : { networkId };
				const sender = { senderId, contactName, ...(username === undefined ? {} : { username }), chatId };
				const incoming = { ...sender, written, ...named, ...quoted };
				return { messageId: await receiveMessage(id, incoming, callerOf(request)) };
			},
		});

		defineRoute({
			method: 'POST',
			url: '/simulator/v1/instances/:instanceId/messages/:messageId/receipts',
			config: OF_CONNECTION,
			operationId: 'simulateReceipt',
			summary: 'Report the delivery, the reading or the failure of a sent message',
			params: SentMessage,
			body: ReceiptBody,
			response: Success,
			errors: ['instance_not_found', 'message_not_found', 'instance_disconnected'],
			handler: async ({ params, body: { status, error } }) => {
				const { id } = await instanceOrThrow(store.read, params.instanceId);
				const message = await sentMessageOrThrow(store, id, params.messageId);
				if (status === 'failed') assertCanFail(message);
				const failure = {
					code: error?.code ?? ('network_error' as const),
					message: error?.message ?? 'The network reported a failure.',
				};
				const receipt = status === 'failed' ? { status, failure } : { status };
				if (!(await controls.receipt(id, message.id, receipt))) throw deviceNotConnected();
				return { success: true };
			},
		});
		return Promise.resolve();
	};
}

async function sentMessageOrThrow(
	store: Dependencies['store'],
	instanceId: InstanceId,
	messageId: string,
): Promise<MessageRow> {
	const message = await findMessage(store.read, messageId);
	if (message?.instance_id === instanceId && message.direction === 'outbound') return message;
	throw new GatewayError('message_not_found', 'This instance sent no message with this id.');
}

/** Throws invalid_parameters for a message that was delivered, or has failed: it keeps its status. */
function assertCanFail({ status }: MessageRow): void {
	const current = visibleStatus(status);
	if (canFail(current)) return;
	throw new GatewayError(
		'invalid_parameters',
		`The message is ${current}; only a message that is queued or sent can fail.`,
	);
}

/** The sender's id: of the phone `from`, or as given for a person whose phone number the network does not report. */
function senderIdOf(from: string | null, senderId: string | undefined): string {
	if (from !== null && senderId === undefined) return chatIdOf(from);
	if (from === null && senderId !== undefined) return senderId;
	throw new GatewayError(
		'invalid_parameters',
		'Give a phone as "from", or "from" null and a "senderId": …@lid or …@bsuid.',
	);
}
