import './support/n8nEnvironment.ts';

import { once } from 'node:events';
import { request as requestHttp } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import type * as certificates from '../../gateway/test/support/servers/certificate.ts';
import type { Gateway } from './support/gateway.ts';
import { startGateway } from './support/gateway.ts';
import type { HttpServer } from './support/httpServer.ts';
import { startHttpServer } from './support/httpServer.ts';
import { ACTION_NODE, CREDENTIAL_TYPE, loadedPackage, TRIGGER_NODE } from './support/loadedPackage.ts';
import { startProxy } from './support/proxy.ts';
import { ROOT } from './support/root.ts';
import { testByNode } from './support/testCredential.ts';

const CERTIFICATES = pathToFileURL(path.join(ROOT, 'gateway/test/support/servers/certificate.ts')).href;
const SUCCESS = { status: 'OK', message: 'Connection successful!' };

let gateway: Gateway;

beforeAll(async () => {
	await loadedPackage.loadAll();
	gateway = await startGateway();
});

afterAll(async () => {
	await gateway.stop();
});

/** Tests the credential with a URL, and the key of the gateway unless another one is given; returns the message. */
async function messageFor(baseUrl: string, apiKey = gateway.apiKey): Promise<string> {
	const { status, message } = await testByNode(ACTION_NODE, { baseUrl, apiKey });
	expect(status).toBe('Error');
	// n8n shows a bare code, or a text of its own, when it finds one of these.
	expect(message).not.toMatch(/^[A-Z_]+$|perhaps/);
	return message;
}

/** Starts a proxy that replaces headers of the requests to the gateway. */
async function startRelay(headers: Record<string, string>): Promise<HttpServer> {
	return await startHttpServer((request, response) => {
		requestHttp(
			`${gateway.url}${request.url ?? ''}`,
			{ headers: { ...request.headers, ...headers } },
			(answer) => {
				response.writeHead(answer.statusCode ?? 500, answer.headers);
				answer.pipe(response);
			},
		).end();
	});
}

/** Starts a server with a certificate for 127.0.0.1; with `trusted`, n8n trusts the certificate while it runs. */
async function startTlsServer({ trusted = false, validUntil }: { trusted?: boolean; validUntil?: number }) {
	const { selfSigned } = (await globalThis.importOutsideOfJest?.(CERTIFICATES)) as typeof certificates;
	const certificate = selfSigned([], validUntil);
	const before = getCACertificates('default');
	if (trusted) setDefaultCACertificates([...before, certificate.cert]);
	const server = createServer(certificate, (_request, response) => response.end('{}')).listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		port: (server.address() as AddressInfo).port,
		async close() {
			if (trusted) setDefaultCACertificates(before);
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}

describe('the credential', () => {
	it.each(['', '/', '//', ' ', '/?a=b', '/#/instances'])(
		'accepts a Gateway URL that ends in "%s"',
		async (ending) => {
			const credential = { baseUrl: `${gateway.url}${ending}`, apiKey: ` ${gateway.apiKey}\n` };

			expect(await testByNode(ACTION_NODE, credential)).toEqual(SUCCESS);
			expect(await testByNode(TRIGGER_NODE, credential)).toEqual(SUCCESS);
		},
	);

	it('has only the fields for URL and API key, and hides the key', () => {
		const { properties } = loadedPackage.getCredential(CREDENTIAL_TYPE).type;

		expect(properties.map(({ name }) => name)).toEqual(['baseUrl', 'apiKey']);
		expect(properties[1]?.typeOptions?.password).toBe(true);
	});
});

describe('the test of a wrong Gateway URL', () => {
	it.each(['127.0.0.1:8080', 'gateway', 'ftp://gateway', 'https://'])(
		'says that it is no URL: %s',
		async (url) => {
			expect(await messageFor(url)).toMatch(/not a web address\. Enter it with http:\/\/ or https:\/\//);
		},
	);

	it('says that nothing listens there, and what 127.0.0.1 is in a container', async () => {
		expect(await messageFor('http://127.0.0.1:9')).toMatch(
			/does not answer at http:\/\/127\.0\.0\.1:9: is it running\? Start the gateway.* In a container, 127\.0\.0\.1 is the container itself/,
		);
	});

	it('says that the host name is unknown', async () => {
		expect(await messageFor('http://gateway.invalid:8080')).toMatch(
			/^The host name gateway\.invalid (is unknown|cannot be looked up)/,
		);
	});

	it('says that a password in it takes the place of the API key, and does not show it', async () => {
		const message = await messageFor(gateway.url.replace('//', '//user:secret@'));

		expect(message).toMatch(/contains a user name or a password\. Remove them/);
		expect(message).not.toContain('secret');
	});

	it('says that the connection was closed', async () => {
		const server = await startHttpServer((request) => request.socket.destroy());

		expect(await messageFor(server.url)).toContain('closed the connection, or does not speak HTTP');
		await server.close();
	});

	it('says that the server does not speak HTTPS', async () => {
		expect(await messageFor(gateway.url.replace('http:', 'https:'))).toMatch(
			/127\.0\.0\.1:\d+ does not speak HTTPS\. If the gateway runs on the machine of n8n, use http:\/\//,
		);
	});

	it('says that plain HTTP reaches an HTTPS port', async () => {
		const server = await startTlsServer({});

		expect(await messageFor(`http://127.0.0.1:${server.port}`)).toContain('its URL starts with https://');
		await server.close();
	});

	it('says that n8n does not trust a self-signed certificate', async () => {
		const server = await startTlsServer({});

		expect(await messageFor(`https://127.0.0.1:${server.port}`)).toMatch(
			/does not trust the certificate.* NODE_EXTRA_CA_CERTS/,
		);
		await server.close();
	});

	it('says that the certificate has expired', async () => {
		const server = await startTlsServer({ trusted: true, validUntil: Date.now() - 60_000 });

		expect(await messageFor(`https://127.0.0.1:${server.port}`)).toContain('has expired. Renew it.');
		await server.close();
	});

	it('says that the certificate is for another name', async () => {
		const server = await startTlsServer({ trusted: true });

		expect(await messageFor(`https://localhost:${server.port}`)).toContain('is not for the name localhost');
		await server.close();
	});

	it.each([
		[
			'n8n itself',
			200,
			'<html><head><title>n8n.io - Workflow Automation</title></head></html>',
			{},
			'is n8n itself',
		],
		['a page', 200, '<html>Welcome</html>', {}, 'No gateway responds at http://127.0.0.1'],
		['other JSON', 200, '{"status":"ok"}', {}, 'No gateway responds at http://127.0.0.1'],
		['no page', 404, '{"message":"Not Found"}', {}, 'another program (HTTP 404)'],
		['a proxy without gateway', 502, '<html>Bad Gateway</html>', {}, 'does not reach the gateway (HTTP 502)'],
		['a sign-in', 401, '<html>Sign in</html>', {}, 'asks for a sign-in'],
		['a sign-in page', 302, '', { location: '/login?next=health' }, 'redirects to another page'],
		[
			'a redirect',
			301,
			'',
			{ location: 'https://gw.example.com/v1/health' },
			'redirects to https://gw.example.com.',
		],
		['an HTTPS port', 400, 'The plain HTTP request was sent to HTTPS port', {}, 'accepts HTTPS only'],
	])('recognises %s', async (_, status, body, headers, expected) => {
		const server = await startProxy(gateway.url, () => ({ status, body, headers }));

		expect(await messageFor(server.url)).toContain(expected);
		await server.close();
	});

	it('asks to leave out a path', async () => {
		expect(await messageFor(`${gateway.url}/v1`)).toContain('without a path such as /v1');
	});

	it('says that the gateway requires HTTPS', async () => {
		const relay = await startRelay({ 'x-forwarded-for': '203.0.113.1' });

		expect(await messageFor(relay.url)).toMatch(/^The gateway accepts plain HTTP only .* https:\/\//);
		await relay.close();
	});

	it('says that the gateway does not know the host name', async () => {
		const relay = await startRelay({ host: 'gateway:8080' });

		expect(await messageFor(relay.url)).toMatch(
			/does not recognize .* as its host name.* GATEWAY_ALLOWED_HOSTS/,
		);
		await relay.close();
	});
});

describe('the test of a wrong API key', () => {
	it.each([
		['not-a-key-of-this-gateway', 'The gateway does not accept the API key'],
		['', 'The API key is empty'],
		['mgw_tooShort', 'The API key is not complete'],
		['Bearer mgw_012345678901234567890123456789012345', 'without the word Bearer'],
		['mgw_0123 456', 'a space or another character'],
		['schlüssel…', 'a space or another character'],
		['whsec_bm90IGEga2V5', 'the secret of a webhook'],
		['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'a token of another service'],
		['sk-0123456789', 'an API key of another service'],
	])('names what %s is', async (apiKey, expected) => {
		const message = await messageFor(gateway.url, apiKey);

		expect(message).toContain(expected);
		expect(message).toMatch(/Copy .* into the credential/);
	});

	it('recognises a token of Meta, and sends it to nobody', async () => {
		const server = await startProxy(gateway.url, () => undefined);

		expect(await messageFor(server.url, `EAA${'x'.repeat(180)}`)).toContain(
			'Messaging Gateway Official Account',
		);
		expect(server.requestCount()).toBe(0);
		await server.close();
	});

	it.each([
		[401, 'expired_api_key', 'has expired. Create a new key'],
		[403, 'ip_not_allowed', 'allowlist of the key'],
		[429, 'rate_limit_exceeded', 'Test again in 7 seconds'],
		[503, 'service_unavailable', 'Test again in a moment'],
		[418, 'moon_phase', 'The gateway refuses the request: The moon is in the way.'],
	])('says what to do after %i %s', async (status, code, expected) => {
		const body = JSON.stringify({ error: { code, message: 'The moon is in the way.', retryAfter: 7 } });
		const server = await startProxy(gateway.url, () => ({ status, body }));

		expect(await messageFor(server.url)).toContain(expected);
		await server.close();
	});
});
