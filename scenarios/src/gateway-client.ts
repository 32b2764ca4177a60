import type { MediaType } from './gateway-api.ts';

/** A text the gateway sent over its real-time channel. */
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

/** The gateway a scenario is played against, however it is reached. What it refuses is thrown, in its own words. */
export interface GatewayPort {
	/** Asks the gateway and gives the body of its answer. */
	ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<unknown>;
	/** Hands a file over, to be sent. */
	upload(file: NamedFile): Promise<{ mediaUrl: string; mediaType: MediaType }>;
	/** Hears of channels; resolves when all of them are subscribed to. The function it gives ends that. */
	listen(channels: readonly string[], hear: (message: ChannelMessage) => void): Promise<() => void>;
}
