import type { MediaType } from './gateway-api.ts';

/** A message the gateway sent over its real-time connection. */
export interface ChannelMessage {
	type: string;
	channel?: string;
	data?: unknown;
	error?: { code: string; message: string };
}

/** A file a phone is about to send. */
export interface NamedFile {
	name: string;
	content: Blob;
}

/** The gateway a scenario is played against. Every method throws the gateway's own error message when it refuses. */
export interface GatewayClient {
	/** Sends a request and returns the body of the response. */
	request(
		method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
		path: string,
		body?: unknown,
	): Promise<unknown>;
	/** Uploads a file, so that a message can name it. */
	upload(file: NamedFile): Promise<{ mediaUrl: string; mediaType: MediaType }>;
	/** Resolves once all channels are subscribed to, with the function that ends the subscriptions. */
	subscribe(channels: readonly string[], onMessage: (message: ChannelMessage) => void): Promise<() => void>;
}
