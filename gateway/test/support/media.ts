import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { MESSAGE_STATUSES, type MessageStatus } from '../../src/domain/messages/message.ts';
import type { Client } from './client.ts';
import { API_KEY, statusOf } from './gateway.ts';
import { at } from './json.ts';
import { until } from './until.ts';

export const authorization = `Bearer ${API_KEY}`;
export const MB = 1024 * 1024;

/** The statuses of a message in their order. */
const PROGRESS: readonly MessageStatus[] = MESSAGE_STATUSES.filter((status) => status !== 'failed');

/** Returns the names of all files in a data folder's media folder, sorted, markers of pending files included. */
export async function storedFiles(dataFolder: string): Promise<string[]> {
	const folder = path.join(dataFolder, 'media');
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))
		.sort();
}

/** Requests the file of a message. */
export function mediaOf(gateway: { url: string }, messageId: string): Promise<Response> {
	return fetch(`${gateway.url}/v1/messages/${messageId}/media`, { headers: { authorization } });
}

/**
 * Waits until a message has a status, or one that follows it: its receipts may come before the test looks. Returns its
 * status record. Throws as soon as the message has failed, where another status is waited for.
 */
export function reached(gateway: Client, messageId: string, status: MessageStatus): Promise<unknown> {
	const wanted: readonly MessageStatus[] =
		status === 'failed' ? [status] : PROGRESS.slice(PROGRESS.indexOf(status));
	return until(`${messageId} to be ${status}`, async () => {
		const record = await statusOf(gateway, messageId);
		const reachedStatus = at(record, 'status') as MessageStatus;
		if (reachedStatus === 'failed' && status !== 'failed') {
			throw new Error(`${messageId} has failed: ${JSON.stringify(record)}`);
		}
		return wanted.includes(reachedStatus) && record;
	});
}
