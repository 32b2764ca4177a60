import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { EventName, OwnerDeliveryRecord } from './history/record.ts';
import type { Recorder } from './history/recorder.ts';
import type { Random } from './random.ts';
import { COLLECTING, OWNERS } from './webhooks.ts';

/** Probability of a response with 500, and of a dropped connection without a response. */
const REFUSED = 0.08;
const DROPPED = 0.04;
/** Longest time until a response, in milliseconds. */
const MAX_DELAY = 15;

export interface Receiver {
	url: string;
	/** From now on responds with 200 at once. */
	stopFaults(): void;
	/** Sets the secret of the webhook at a path. */
	setSecret(path: string, secret: string): void;
	close(): Promise<void>;
}

interface MessageData {
	messageId: string;
	instanceId: string;
	chatId: string;
	content?: string;
}

interface Envelope {
	event: string;
	timestamp: string;
	eventId: string;
	data: MessageData & { messages?: MessageData[] };
}

/** A webhook receiver that records every request, verifies its signatures, and rejects or drops some. */
export async function startReceiver({ record }: Recorder, random: Random): Promise<Receiver> {
	const secrets = new Map<string, string>();
	let faulty = true;

	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			handle(request, Buffer.concat(chunks), response);
		});
	});

	function handle(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
		const webhook = request.url ?? '';
		const { event, timestamp, eventId, data } = JSON.parse(body.toString()) as Envelope;
		const responseStatus = nextStatus();
		const delay = faulty ? random.integer(0, MAX_DELAY) : 0;
		setTimeout(() => {
			const { instanceId, chatId } = data;
			const signed = isSigned(request, body, secrets.get(webhook) ?? '');
			const digest = createHash('sha256').update(body).digest('base64url').slice(0, 20);
			const received = { eventId, signed, responseStatus };
			if (webhook === COLLECTING) {
				const messages = data.messages ?? [];
				const chats = [...new Set(messages.map((one) => `${one.instanceId} ${one.chatId}`))];
				const messageIds = messages.map(({ messageId }) => messageId);
				record({ kind: 'joined delivery', ...received, digest, chats, messageIds });
			} else if (webhook === OWNERS) {
				const kind = event as OwnerDeliveryRecord['event'];
				const content = data.content ?? null;
				record({ kind: 'owner delivery', ...received, event: kind, instanceId, chatId, content });
			} else {
				record({
					kind: 'delivery',
					webhook,
					...received,
					event: event as EventName,
					instanceId,
					chatId,
					timestamp: Date.parse(timestamp),
					messageId: data.messageId,
					content: data.content ?? null,
					digest,
				});
			}
			if (responseStatus === 0) response.destroy();
			else response.writeHead(responseStatus).end();
		}, delay);
	}

	function nextStatus(): number {
		if (!faulty) return 200;
		const chance = random.fraction();
		if (chance < REFUSED) return 500;
		return chance < REFUSED + DROPPED ? 0 : 200;
	}

	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		stopFaults() {
			faulty = false;
		},
		setSecret: (path, secret) => secrets.set(path, secret),
		close: () =>
			new Promise((resolve) => {
				server.close(() => {
					resolve();
				});
				server.closeAllConnections();
			}),
	};
}

/** Verifies both signatures and the webhook-id. */
function isSigned({ headers }: IncomingMessage, body: Buffer, secret: string): boolean {
	const hex = createHmac('sha256', secret).update(body).digest('hex');
	try {
		new Webhook(secret).verify(body.toString(), headers as Record<string, string>);
	} catch {
		return false;
	}
	return (
		headers['x-service-signature'] === `sha256=${hex}` &&
		headers['webhook-id'] === (JSON.parse(body.toString()) as Envelope).eventId
	);
}
