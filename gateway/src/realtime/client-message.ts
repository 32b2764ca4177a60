import { GatewayError } from '../domain/error.ts';

/** What a client of the real-time channel may say (specification, Real-time channel). */
export type ClientMessage =
	| { type: 'subscribe'; channel: string; instanceId: string; apiKey: string | undefined }
	| { type: 'unsubscribe'; channel: string; instanceId: string };

const CHANNEL = /^instance:([^:]{1,64}):status$/;

/** Reads a text a client sent. Throws invalid_parameters with what it may be. */
export function parseClientMessage(text: string): ClientMessage {
	const { type, channel, apiKey } = asRecord(parseJson(text));
	const instanceId = typeof channel === 'string' ? CHANNEL.exec(channel)?.[1] : undefined;
	if (typeof channel !== 'string' || instanceId === undefined) {
		throw new GatewayError(
			'invalid_parameters',
			'"channel" must be of the form instance:<instanceId>:status.',
		);
	}
	if (type === 'unsubscribe') return { type, channel, instanceId };
	if (type === 'subscribe') {
		return { type, channel, instanceId, apiKey: typeof apiKey === 'string' ? apiKey : undefined };
	}
	throw new GatewayError('invalid_parameters', '"type" must be subscribe or unsubscribe.');
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw new GatewayError('invalid_parameters', 'Send JSON text.');
	}
}

function asRecord(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
