import Fastify from 'fastify';
import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { SendMessageBody, SendMessageResponse } from '../../gateway/src/http/messages/schema.ts';
import { serveRequests } from '../worker.ts';
import { createDelivery } from './deliver.ts';
import { createGroupCommit } from './group-commit.ts';
import { openStore } from './open-store.ts';
import { STATUSES, type MinimalMessage, type MinimalStatus } from './store.ts';

/** The data folder, its settings, and the URL of the receiver; null: messages stay queued. */
export interface MinimalSettings {
	folder: string;
	settings: Record<string, string>;
	receiverUrl: string | null;
}

interface SendRequest {
	instanceId: string;
	to: string;
	message: string;
}

/**
 * Starts the smallest gateway that loses no message. It commits a message before the response, and each status with its
 * event before the webhook request, whose success it records. It has no chats, counters, limits, retries and order, and
 * its network sends and delivers at once. Returns its URL.
 */
async function startMinimalGateway({ folder, settings, receiverUrl }: MinimalSettings): Promise<string> {
	const write = createGroupCommit(await openStore({ folder, settings }));
	const deliver = receiverUrl === null ? null : createDelivery(receiverUrl);
	const createId = countIds();

	function record(message: MinimalMessage, [status, ...later]: readonly MinimalStatus[]): void {
		if (status === undefined || deliver === null) return;
		const event = { id: createId('evt'), messageId: message.id, body: bodyOf(message, status) };
		write(
			({ statuses, events }) => {
				statuses.push({ messageId: message.id, status });
				events.push(event);
			},
			() => {
				record(message, later);
				void deliver(event).then(() => {
					write(({ delivered }) => delivered.push(event.id));
				});
			},
		);
	}

	const app = Fastify({
		logger: false,
		// The schemas contain keywords that only the gateway defines.
		ajv: { customOptions: { strict: false, coerceTypes: false, removeAdditional: false } },
	});
	app.post<{ Body: SendRequest }>(
		'/v1/messages/send',
		{ schema: { body: SendMessageBody, response: { 202: SendMessageResponse } } },
		async ({ headers, body: { instanceId, to, message } }, reply) => {
			// A gateway finds a key by its hash.
			createHash('sha256')
				.update(headers.authorization ?? '')
				.digest();
			const createdAt = new Date().toISOString();
			const queued = { id: createId('msg'), instanceId, chatId: to, text: message, createdAt };
			await new Promise<void>((resolve) => {
				write(({ accepted }) => accepted.push(queued), resolve);
			});
			record(queued, STATUSES);
			reply.code(202);
			return { success: true, messageId: queued.id, status: 'queued', timestamp: createdAt };
		},
	);
	await app.listen({ host: '127.0.0.1', port: 0 });
	return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

function countIds(): (prefix: string) => string {
	let count = 0;
	return (prefix) => {
		count += 1;
		return `${prefix}_${String(count).padStart(26, '0')}`;
	};
}

function bodyOf({ id, instanceId, chatId, text, createdAt }: MinimalMessage, status: MinimalStatus): string {
	const data = {
		messageId: id,
		chatId,
		direction: 'outgoing',
		type: 'text',
		content: { text },
		status,
		createdAt,
	};
	return JSON.stringify({
		event: `message.${status}`,
		instanceId,
		timestamp: new Date().toISOString(),
		data,
	});
}

serveRequests((message) => startMinimalGateway(message as MinimalSettings));
