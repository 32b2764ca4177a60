import { GatewayError } from '../domain/error.ts';
import { parseChannel, type Channel } from './channel.ts';

/** What a client of the real-time channel may say (specification, Real-time channel). */
export type ClientMessage =
	| { type: 'subscribe'; channel: Channel; apiKey: string | undefined }
	| { type: 'unsubscribe'; channel: Channel };

/** Reads a text a client sent. Throws invalid_parameters with what it may be. */
export function parseClientMessage(text: string): ClientMessage {
	const { type, channel: name, apiKey } = asRecord(parseJson(text));
	const channel = parseChannel(name);
	if (type === 'unsubscribe') return { type, channel };
	if (type === 'subscribe') {
		return { type, channel, apiKey: typeof apiKey === 'string' ? apiKey : undefined };
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
