import { GatewayError } from '../domain/error.ts';
import { parseChannel, type Channel } from './channel.ts';

/** A message of a real-time client (specification, Real-time channel). */
export type ClientMessage =
	| {
			type: 'subscribe';
			channel: Channel;
			apiKey: string | undefined;
			/** The CSRF token of the session in which the page subscribes. */
			csrfToken: string | undefined;
	  }
	| { type: 'unsubscribe'; channel: Channel }
	/** Asks for a pong: a page does not see the pings of WebSockets. */
	| { type: 'ping' };

/** Parses the text of a client's message. Throws invalid_parameters. */
export function parseClientMessage(text: string): ClientMessage {
	const { type, channel: name, apiKey, csrfToken } = asRecord(parseJson(text));
	if (type === 'ping') return { type };
	if (type !== 'subscribe' && type !== 'unsubscribe') {
		throw new GatewayError('invalid_parameters', '"type" must be subscribe or unsubscribe.');
	}
	const channel = parseChannel(name);
	if (type === 'unsubscribe') return { type, channel };
	return { type, channel, apiKey: textOf(apiKey), csrfToken: textOf(csrfToken) };
}

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
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
