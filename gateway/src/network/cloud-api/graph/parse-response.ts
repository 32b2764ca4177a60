import type { Dispatcher } from 'undici';

/** The maximum size of a JSON response, in bytes. The largest expected one is a page of templates. */
const RESPONSE_LIMIT = 8 * 1024 * 1024;

class ResponseTooLarge extends Error {
	constructor() {
		super('The response of the Graph API is too large.');
		this.name = 'ResponseTooLarge';
	}
}

/** Parses a JSON response. Returns undefined if it is not JSON, such as an error page of a proxy. */
export async function parseResponse(
	{ body }: Pick<Dispatcher.ResponseData, 'body'>,
	onChunk: () => void,
): Promise<unknown> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of body as AsyncIterable<Buffer>) {
		onChunk();
		size += chunk.length;
		if (size > RESPONSE_LIMIT) throw new ResponseTooLarge();
		chunks.push(chunk);
	}
	try {
		return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
	} catch {
		return undefined;
	}
}
