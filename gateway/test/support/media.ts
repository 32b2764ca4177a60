import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from './client.ts';
import { API_KEY, statusOf } from './gateway.ts';
import { at } from './json.ts';
import { until } from './until.ts';

export const authorization = `Bearer ${API_KEY}`;
export const MB = 1024 * 1024;

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

/** Waits until a message has a status; returns its status record. */
export function reached(gateway: Client, messageId: string, status: string): Promise<unknown> {
	return until(`${messageId} to be ${status}`, async () => {
		const record = await statusOf(gateway, messageId);
		return at(record, 'status') === status && record;
	});
}
