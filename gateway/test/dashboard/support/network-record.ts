import type { Page } from 'playwright-core';
import { until } from '../../support/until.ts';

/** The requests of a page. */
export interface NetworkRecord {
	/** Waits until every request is answered; returns their URLs, with those of WebSockets. */
	whenQuiet(): Promise<string[]>;
	/** Bytes received so far, as they were transferred, with the heads of answers. */
	bytes(): number;
}

/** Records what a page loads from now on. A URL that is loaded twice is there twice. */
export async function recordNetwork(page: Page): Promise<NetworkRecord> {
	const session = await page.context().newCDPSession(page);
	const urls: string[] = [];
	const pending = new Set<string>();
	let received = 0;
	session.on('Network.requestWillBeSent', ({ requestId, request }) => {
		urls.push(request.url);
		pending.add(requestId);
	});
	session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
		pending.delete(requestId);
		received += encodedDataLength;
	});
	session.on('Network.loadingFailed', ({ requestId }) => {
		pending.delete(requestId);
	});
	session.on('Network.webSocketCreated', ({ url }) => {
		urls.push(url);
	});
	await session.send('Network.enable');
	return {
		async whenQuiet() {
			// The browser asks for the icon when it has nothing else to do.
			await until('the icon', () => urls.some((url) => url.includes('/icon-')));
			await until('all answers', () => pending.size === 0);
			return [...urls];
		},
		bytes: () => received,
	};
}
