import type { Page } from 'playwright-core';
import { at } from '../../support/json.ts';

/** Counts the matching GET requests of a page from now on. */
export function countRequests(page: Page, matches: (url: URL) => boolean): () => number {
	let count = 0;
	page.on('request', (request) => {
		if (request.method() === 'GET' && matches(new URL(request.url()))) count += 1;
	});
	return () => count;
}

/** Collects the messages on WebSockets that the page opens from now on. */
export function collectLiveMessages(page: Page): readonly unknown[] {
	const messages: unknown[] = [];
	page.on('websocket', (socket) => {
		socket.on('framereceived', ({ payload }) => {
			messages.push(JSON.parse(payload.toString()));
		});
	});
	return messages;
}

/** Whether one of the messages reports that a delivery of this event succeeded. */
export function hasDelivered(messages: readonly unknown[], eventId: string): boolean {
	return messages.some(
		(message) =>
			at(message, 'type') === 'delivery' &&
			at(message, 'data.eventId') === eventId &&
			at(message, 'data.status') === 'success',
	);
}
