import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { at } from '../document/schema.ts';
import { MEDIA_FILES } from './media-files.ts';

/** One event delivery as it arrived. */
export interface Delivery {
	/** The path it was sent to. */
	path: string;
	/** The body, byte for byte. */
	raw: string;
	envelope: unknown;
	signature: string;
}

export interface Receiver {
	/** Without a slash at the end. Whatever path follows: deliveries to it are answered with 200. */
	url: string;
	deliveries: Delivery[];
	/** Resolves with the first delivery that fits; rejects after ten seconds. */
	find(what: string, fits: (delivery: Delivery) => boolean): Promise<Delivery>;
	close(): Promise<void>;
}

/** Milliseconds an event may take to arrive. */
const PATIENCE = 10_000;

/**
 * A real HTTP server on this machine: it takes event deliveries at any path, answers them with the status a path
 * like /status/500 asks for, and serves the files of media messages under /media/.
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
			const deadline = performance.now() + PATIENCE;
			for (;;) {
				const found = deliveries.find(fits);
				if (found !== undefined) return found;
				if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}.`);
				await new Promise((resolve) => setTimeout(resolve, 10));
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
	// A file that claims to be larger than it is ends in the middle, as a broken download does.
	if (headOnly || length === bytes.length) response.end(headOnly ? undefined : bytes);
	else response.write(bytes, () => response.destroy());
}

/** Whether a delivery is of this kind and about this instance. */
export function isDeliveryOf(delivery: Delivery, kind: string, instanceId: string): boolean {
	return at(delivery.envelope, 'event') === kind && at(delivery.envelope, 'data.instanceId') === instanceId;
}
