import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { pathOf } from './files.ts';
import { applyBehavior, takeMediaBehavior } from './media-behavior.ts';
import { MEDIA_HOST_NAME } from './media-host-name.ts';
import type { World } from '../world.ts';

/** The media host, where encrypted files are uploaded and downloaded, over TLS as WhatsApp's clients require. */
export function createMediaHost(world: World, certificate: { key: string; cert: string }): Server {
	return createServer(certificate, (request, response) => {
		answer(world, request, response).catch(() => response.destroy());
	});
}

async function answer(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
	const { method = '', url: path = '/' } = request;
	const { remotePort: port = 0 } = request.socket;
	world.log.mediaRequests.push({ method, host: request.headers.host ?? '', path, port });
	// A path that begins with two slashes must not be parsed as another host.
	const url = new URL(`https://media${path}`);
	const { uploads, downloads, delay = 0 } = world.mediaRule;
	const status = request.method === 'POST' ? uploads : downloads;
	if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
	if (status === 'cut') {
		request.resume();
		response.writeHead(200, { 'content-length': 100 });
		response.write('{', () => response.destroy());
		return;
	}
	if (status !== undefined) {
		request.resume();
		response.writeHead(status).end('{}');
		return;
	}
	if (request.method === 'POST') {
		await answerUpload(world, url, request, response);
		return;
	}
	await answerDownload(world, url.pathname, response);
}

async function answerDownload(world: World, path: string, response: ServerResponse): Promise<void> {
	world.openDownloads += 1;
	response.once('close', () => (world.openDownloads -= 1));
	const stored = world.media.get(path);
	const behavior = takeMediaBehavior(world, path);
	if (behavior !== null) await applyBehavior(behavior, response, stored ?? Buffer.alloc(0));
	else if (stored === undefined) response.writeHead(404).end();
	else response.writeHead(200, { 'content-length': stored.length }).end(stored);
}

/** Stores an upload, whose name must be the hash of its bytes. */
async function answerUpload(
	world: World,
	url: URL,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const bytes = Buffer.concat(chunks);
	const hash = createHash('sha256').update(bytes).digest('base64url');
	const named = decodeURIComponent(url.pathname.slice(url.pathname.lastIndexOf('/') + 1)).replace(/=+$/, '');
	const wrong =
		url.searchParams.get('auth') !== 'media-token'
			? 401
			: url.pathname.startsWith('/mms/') && named === hash
				? 0
				: 400;
	if (wrong !== 0) {
		world.log.violations.push(`upload to ${url.pathname} is refused with ${wrong}`);
		response.writeHead(wrong).end('{}');
		return;
	}
	const path = pathOf(hash);
	world.media.set(path, bytes);
	response.writeHead(200, { 'content-type': 'application/json' });
	response.end(JSON.stringify({ url: `https://${MEDIA_HOST_NAME}${path}`, direct_path: path }));
}
