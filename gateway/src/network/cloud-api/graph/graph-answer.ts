import type { Dispatcher } from 'undici';

/** Largest answer in JSON, in bytes: a page of templates is the longest there is. */
const ANSWER_LIMIT = 8 * 1024 * 1024;

/** An answer in JSON that is larger than any of Meta's. */
export class AnswerTooLarge extends Error {
	constructor() {
		super('The answer of the Graph API is too large.');
		this.name = 'AnswerTooLarge';
	}
}

/** The answer as JSON; undefined where it is none, as the page of a proxy is not. `moved` hears of each part. */
export async function parsedAnswer(
	{ body }: Pick<Dispatcher.ResponseData, 'body'>,
	moved: () => void,
): Promise<unknown> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of body as AsyncIterable<Buffer>) {
		moved();
		size += chunk.length;
		if (size > ANSWER_LIMIT) throw new AnswerTooLarge();
		chunks.push(chunk);
	}
	try {
		return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
	} catch {
		return undefined;
	}
}
