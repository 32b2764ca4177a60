import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { at } from '../document/schema.ts';
import { MEDIA_FILES } from './media-files.ts';

/** A received webhook request. */
export interface Delivery {
	path: string;
	/** The unparsed body. */
	raw: string;
	envelope: unknown;
	signature: string;
}

export interface Receiver {
	/** The base URL without a trailing slash. Requests to any path get 200. */
	url: string;
	deliveries: Delivery[];
	/** Resolves with the first delivery that matches; rejects after ten seconds. */
	find(what: string, fits: (delivery: Delivery) => boolean): Promise<Delivery>;
	close(): Promise<void>;
}

/** Milliseconds until an event must arrive. */
const DELIVERY_TIMEOUT = 10_000;

/**
 * Starts an HTTP server that records webhook requests to any path, responds with 200 or the status of a path like
 * /status/500, and serves the files of media messages under /media/.
 */
export async function startReceiver(): Promise<Receiver> {
	const deliveries: Delivery[] = [];
	const server = createServer((request, response) => {
		const path = request.url ?? '';
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			if (request.method !== 'POST') {
				serveMedia(path, request.method === 'HEAD', response);
				return;
			}
			const raw = Buffer.concat(chunks).toString();
			const signature = String(request.headers['x-service-signature']);
			deliveries.push({ path, raw, envelope: JSON.parse(raw), signature });
			response.writeHead(Number(/^\/status\/(\d{3})/.exec(path)?.[1] ?? 200)).end();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		deliveries,
		async find(what, fits) {
			const deadline = performance.now() + DELIVERY_TIMEOUT;
			for (;;) {
				const found = deliveries.find(fits);
				if (found !== undefined) return found;
				if (performance.now() > deadline) throw new Error(`Timed out waiting for ${what}.`);
				await sleep(10);
			}
		},
		close: () =>
			new Promise((resolve) => {
				server.close(() => {
					resolve();
				});
				server.closeAllConnections();
			}),
	};
}

function serveMedia(path: string, headOnly: boolean, response: ServerResponse): void {
	const file = MEDIA_FILES[/^\/media\/([^/?]+)/.exec(path)?.[1] ?? ''];
	if (file === undefined) {
		response.writeHead(404).end();
		return;
	}
	const { type, bytes, length = bytes.length } = file;
	response.writeHead(200, { 'content-type': type, 'content-length': length });
	// A file with a too large Content-Length ends early, as a broken download does.
	if (headOnly || length === bytes.length) response.end(headOnly ? undefined : bytes);
	else response.write(bytes, () => response.destroy());
}

/** Returns whether a delivery has this event kind and instance. */
export function isDeliveryOf(delivery: Delivery, kind: string, instanceId: string): boolean {
	return at(delivery.envelope, 'event') === kind && at(delivery.envelope, 'data.instanceId') === instanceId;
}
