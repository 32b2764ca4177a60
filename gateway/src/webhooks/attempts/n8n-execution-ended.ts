import type { PostResponse } from './post.ts';

/** The answers of n8n at the address of an execution that was stopped, failed, or was deleted while it waited. */
const ENDED: Readonly<Record<404 | 409, readonly RegExp[]>> = {
	404: [/^The execution "[^"]*" does not exist\.$/],
	409: [
		/^The execution "[^"]*" has finished with error\.$/,
		// n8n omits the second quotation mark.
		/^The execution "[^"]*"? has finished already\.$/,
	],
};

/**
 * The page with which n8n answers at the address of a _Send and Wait_ after the execution went on without an answer,
 * because the time was up. The status is 200, although nothing receives the event.
 */
const NO_LONGER_WAITS = '<title>No action required</title>';

/**
 * Returns whether a response says that the n8n execution that registered the webhook has ended, or went on, so that it
 * cannot receive events any more. A response that the execution is "running already" does not count: that execution may wait
 * again.
 */
export function hasExecutionEnded({ statusCode, body }: Pick<PostResponse, 'statusCode' | 'body'>): boolean {
	if (statusCode === 200) return body.includes(NO_LONGER_WAITS) && body.includes('n8n');
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
