import type { PostResponse } from './post.ts';

/** What n8n answers at the address of a waiting execution that was stopped, failed, or was deleted. */
const ENDED: readonly { statusCode: number; message: RegExp }[] = [
	{ statusCode: 404, message: /^The execution "[^"]*" does not exist\.$/ },
	{ statusCode: 409, message: /^The execution "[^"]*" has finished with error\.$/ },
	// n8n forgets the second quotation mark.
	{ statusCode: 409, message: /^The execution "[^"]*"? has finished already\.$/ },
];

/**
 * Returns whether a response says that the execution of n8n for which the webhook was registered has ended: it never
 * receives an event. An execution that is "running already" may wait again, and is none.
 */
export function hasExecutionEnded({ statusCode, body }: Pick<PostResponse, 'statusCode' | 'body'>): boolean {
	const answers = ENDED.filter((answer) => answer.statusCode === statusCode);
	if (answers.length === 0) return false;
	const text = messageIn(body);
	return text !== null && answers.some(({ message }) => message.test(text));
}

function messageIn(body: string): string | null {
	try {
		const { message } = (JSON.parse(body) ?? {}) as { message?: unknown };
		return typeof message === 'string' ? message : null;
	} catch {
		return null;
	}
}
