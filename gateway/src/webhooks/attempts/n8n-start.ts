import type { PostResponse } from './post.ts';

/**
 * The body with which n8n answers every request while it migrates its database at startup, which takes minutes after
 * some updates. The status is 200, although no workflow receives the event.
 */
const STARTING = 'n8n is starting up. Please wait';

/** Returns whether a response only says that n8n is starting. Counted as a success, the event would be lost. */
export function isN8nStarting({ statusCode, body }: Pick<PostResponse, 'statusCode' | 'body'>): boolean {
	return statusCode === 200 && body === STARTING;
}
