import type { PostResponse } from './post.ts';

/**
 * n8n's response to every request from the moment its port is open until its database is migrated, which takes minutes
 * after some updates: with the status 200, although no workflow receives the event.
 */
const STARTING = 'n8n is starting up. Please wait';

/** Returns whether a response only says that n8n is starting. The event of this attempt would be lost as a success. */
export function isN8nStarting({ statusCode, body }: Pick<PostResponse, 'statusCode' | 'body'>): boolean {
	return statusCode === 200 && body === STARTING;
}
