import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { freePort } from '../../../gateway/test/support/free-port.ts';
import type { GatewayCredential } from '../support/credentials.ts';
import type { Gateway } from '../support/gateway.ts';
import { startGateway } from '../support/gateway.ts';
import { createConnectedInstance } from '../support/instances.ts';
import { ACTION_NODE, loadedPackage } from '../support/loadedPackage.ts';
import { startProxy } from '../support/proxy.ts';
import { runNode } from '../support/runNode.ts';
import { testByNode } from '../support/testCredential.ts';

const UNKNOWN_INSTANCE = 'inst_00000000000000000000000000';
const GET_MANY: INodeParameters = { resource: 'instance', operation: 'getAll' };

let gateway: Gateway;
let credential: GatewayCredential;

beforeAll(async () => {
	gateway = await startGateway();
	credential = { baseUrl: gateway.url, apiKey: gateway.apiKey };
});

afterAll(async () => {
	await gateway.stop();
});

function get(value: string): INodeParameters {
	return { resource: 'instance', operation: 'get', instanceId: { __rl: true, mode: 'id', value } };
}

describe('an error response of the gateway', () => {
	it('shows what is wrong, the next step, the request ID and the item', async () => {
		const id = await createConnectedInstance(gateway, 'Known');

		const { error } = await runNode(credential, get('={{ $json.id }}'), [{ id }, { id: UNKNOWN_INSTANCE }]);

		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: 'The instance does not exist',
			description: expect.stringMatching(/Select the instance .* Request ID: req_/),
			httpCode: '404',
			context: { itemIndex: 1 },
		});
	});

	it('does not contain the API key', async () => {
		const { error } = await runNode({ ...credential, apiKey: 'a-key-nobody-may-see-0123' }, GET_MANY);

		expect(error).toMatchObject({ message: 'The gateway does not accept the API key', httpCode: '401' });
		expect(JSON.stringify(error)).not.toContain('a-key-nobody-may-see');
	});

	it("shows the gateway's hint where the node has no next step of its own", async () => {
		const { error } = await runNode(credential, {
			resource: 'message',
			operation: 'getStatus',
			messageId: { __rl: true, mode: 'id', value: 'msg_00000000000000000000000000' },
		});

		expect(error).toMatchObject({
			message: 'The message does not exist',
			description: expect.stringMatching(/^Use the messageId of .* The gateway says: .* Request ID: req_/),
		});
	});

	it("shows the gateway's own message for an unknown code", async () => {
		const body = { error: { code: 'moon_phase', message: 'The moon is in the way.', requestId: 'req_1' } };
		const proxy = await startProxy(gateway.url, () => ({ status: 409, body: JSON.stringify(body) }));

		const { error } = await runNode({ ...credential, baseUrl: proxy.url }, GET_MANY);

		expect(error).toMatchObject({
			message: 'The moon is in the way.',
			description: 'Error code: moon_phase Request ID: req_1',
			httpCode: '409',
		});
		await proxy.close();
	});
});

describe('a request to a wrong address', () => {
	it('fails with the address that does not respond', async () => {
		const { error } = await runNode({ ...credential, baseUrl: 'http://127.0.0.1:9' }, GET_MANY);

		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: 'The gateway does not answer at http://127.0.0.1:9: is it running?',
			description: expect.stringContaining('ECONNREFUSED'),
		});
		expect(JSON.stringify(error)).not.toContain(gateway.apiKey);
	});

	it('says what to do when the gateway ends the connection, as it does when it restarts', async () => {
		const proxy = await startProxy(
			gateway.url,
			() => undefined,
			() => true,
		);

		const { error } = await runNode({ ...credential, baseUrl: proxy.url }, GET_MANY);

		expect(error).toMatchObject({
			message: expect.stringMatching(/^127\.0\.0\.1:\d+ closed the connection/),
			description: expect.stringMatching(
				/only restarting, run the node again\. Retry On Fail .* \(ECONNRESET\)$/,
			),
		});
		await proxy.close();
	});

	it('says why there is no response, with the code for those who search for it', async () => {
		const baseUrl = gateway.url.replace('http:', 'https:');

		const { error } = await runNode({ ...credential, baseUrl }, GET_MANY);

		expect(error).toMatchObject({
			message: expect.stringMatching(/^127\.0\.0\.1:\d+ does not speak HTTPS$/),
			description: expect.stringMatching(/use http:\/\/.* \((EPROTO|ERR_SSL_\w+)\)$/),
		});
	});

	it.each([
		[
			502,
			'<html>Bad Gateway</html>',
			'The proxy at … does not reach the gateway (HTTP 502)',
			'Retry On Fail',
		],
		[504, '', 'The proxy at … does not reach the gateway (HTTP 504)', 'Start the gateway'],
		[523, 'error code: 523', 'The proxy at … does not reach the gateway (HTTP 523)', 'Retry On Fail'],
		[
			200,
			'<html>Welcome</html>',
			'No gateway responds at …, but another program (HTTP 200)',
			'host, port and path',
		],
		[
			200,
			'{"status":"ok"}',
			'No gateway responds at …, but another program (HTTP 200)',
			'host, port and path',
		],
		[404, '{"message":"Not Found"}', 'No gateway responds at …, but another program (HTTP 404)', 'host'],
		[
			401,
			'Unauthorized',
			'A server in front of the gateway asks for a sign-in (HTTP 401)',
			'an address at which',
		],
		[403, '<title>n8n.io</title>', '… is n8n itself', 'Enter the address of the gateway'],
	])(
		'says whose response it is when another server responds with %i %s',
		async (status, body, ...expected) => {
			const proxy = await startProxy(gateway.url, () => ({ status, body }));
			const [message, nextStep] = expected;

			const { error } = await runNode({ ...credential, baseUrl: proxy.url }, GET_MANY);

			expect(error).toMatchObject({
				message: message.replace('…', proxy.url),
				description: expect.stringContaining(nextStep),
			});
			await proxy.close();
		},
	);

	it('does not follow a redirect, which would send the API key to another server', async () => {
		const elsewhere = await startProxy(gateway.url, () => undefined);
		const proxy = await startProxy(gateway.url, () => ({
			status: 307,
			body: '',
			headers: { location: `${elsewhere.url}/v1/instances` },
		}));

		const { error } = await runNode({ ...credential, baseUrl: proxy.url }, GET_MANY);

		expect(error).toMatchObject({
			message: `${proxy.url} redirects to ${elsewhere.url}`,
			description: 'Enter that address as Gateway URL.',
		});
		expect(elsewhere.requestCount()).toBe(0);
		await proxy.close();
		await elsewhere.close();
	});

	it('names the address below which a redirected gateway is, with its path', async () => {
		const location = 'https://gw.example.com/gateway/v1/instances?limit=50&offset=0';
		const proxy = await startProxy(gateway.url, () => ({ status: 301, body: '', headers: { location } }));

		const { error } = await runNode({ ...credential, baseUrl: `${proxy.url}/gateway/` }, GET_MANY);

		expect(error).toMatchObject({
			message: `${proxy.url}/gateway redirects to https://gw.example.com/gateway`,
			description: 'Enter that address as Gateway URL.',
		});
		await proxy.close();
	});

	it('fails when the Gateway URL is not a URL', async () => {
		const { error } = await runNode({ ...credential, baseUrl: '127.0.0.1:8080' }, GET_MANY);

		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: 'The Gateway URL in the credential is not a web address',
			context: { itemIndex: 0 },
		});
	});
});

describe('a Gateway URL with a trailing slash', () => {
	it('is accepted', async () => {
		const { items } = await runNode({ ...credential, baseUrl: `${gateway.url}/ ` }, GET_MANY);

		expect(items.length).toBeGreaterThan(0);
	});
});

describe('a Gateway URL with a path', () => {
	it('is the address of a gateway below it', async () => {
		const port = await freePort();
		const url = `http://127.0.0.1:${port}/apps/gateway`;
		const below = await startGateway({ GATEWAY_PORT: String(port), GATEWAY_PUBLIC_URL: url });
		await loadedPackage.loadAll();
		const itsCredential = { baseUrl: url, apiKey: below.apiKey };

		expect(await testByNode(ACTION_NODE, itsCredential)).toEqual({
			status: 'OK',
			message: 'Connection successful!',
		});
		const id = await createConnectedInstance(below, 'Below a path');
		const { items } = await runNode(itsCredential, get(id));
		expect(items).toEqual([expect.objectContaining({ json: expect.objectContaining({ id }) })]);
		await below.stop();
	});
});

describe('a request over the rate limit', () => {
	const tooManyRequests = (retryAfter: number) => ({
		status: 429,
		body: JSON.stringify({ error: { code: 'rate_limit_exceeded', message: 'Too many.', retryAfter } }),
	});

	it('is retried after the delay of the gateway', async () => {
		const proxy = await startProxy(gateway.url, (request) =>
			request <= 2 ? tooManyRequests(0.01) : undefined,
		);

		const { items } = await runNode({ ...credential, baseUrl: proxy.url }, GET_MANY);

		expect(items.length).toBeGreaterThan(0);
		expect(proxy.requestCount()).toBe(3);
		await proxy.close();
	});

	it('fails after five retries, or when the delay is longer than a minute', async () => {
		const busy = await startProxy(gateway.url, () => tooManyRequests(0.01));
		const { error } = await runNode({ ...credential, baseUrl: busy.url }, GET_MANY);
		expect(error).toMatchObject({ message: 'The gateway received too many requests', httpCode: '429' });
		expect(busy.requestCount()).toBe(6);
		await busy.close();

		const closed = await startProxy(gateway.url, () => tooManyRequests(3600));
		const run = await runNode({ ...credential, baseUrl: closed.url }, GET_MANY);
		expect(run.error).toMatchObject({
			description: expect.stringContaining('Retry after 3600 seconds.'),
		});
		expect(closed.requestCount()).toBe(1);
		await closed.close();
	});
});
