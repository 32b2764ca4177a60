import type { PostResponse } from './post.ts';

/** What n8n answers at the address of a waiting execution that was stopped, failed, or was deleted. */
const ENDED: Readonly<Record<404 | 409, readonly RegExp[]>> = {
	404: [/^The execution "[^"]*" does not exist\.$/],
	409: [
		/^The execution "[^"]*" has finished with error\.$/,
		// n8n forgets the second quotation mark.
		/^The execution "[^"]*"? has finished already\.$/,
	],
};

/**
 * Returns whether a response says that the execution of n8n for which the webhook was registered has ended: it never
 * receives an event. An execution that is "running already" may wait again, and is none.
 */
export function hasExecutionEnded({ statusCode, body }: Pick<PostResponse, 'statusCode' | 'body'>): boolean {
	if (statusCode !== 404 && statusCode !== 409) return false;
	const text = messageIn(body);
	return text !== null && ENDED[statusCode].some((message) => message.test(text));
}

function messageIn(body: string): string | null {
	try {
		const { message } = (JSON.parse(body) ?? {}) as { message?: unknown };
		return typeof message === 'string' ? message : null;
	} catch {
		return null;
	}
}
