import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectedInstance, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { at } from '../support/json.ts';
import { reached } from '../support/media.ts';
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';

const TO = '4915112345678';

/** A span in the OTLP format. */
interface Span {
	name: string;
	traceId: string;
	spanId: string;
	parentSpanId: string | undefined;
	attributes: Record<string, unknown>;
}

/** Starts a collector of OTLP over HTTP on this machine. */
async function startCollector(): Promise<{
	url: string;
	spans: Span[];
	services: Set<unknown>;
	server: Server;
}> {
	const spans: Span[] = [];
	const services = new Set<unknown>();
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			if (request.url !== '/v1/traces') throw new Error(`Posted to ${String(request.url)}`);
			const posted: unknown = JSON.parse(Buffer.concat(chunks).toString());
			for (const resource of listAt(posted, 'resourceSpans')) {
				services.add(attributesOf(at(resource, 'resource'))['service.name']);
				for (const scope of listAt(resource, 'scopeSpans')) {
					spans.push(...listAt(scope, 'spans').map(spanOf));
				}
			}
			response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, services, server };
}

function listAt(value: unknown, path: string): unknown[] {
	return at(value, path) as unknown[];
}

function attributesOf(value: unknown): Record<string, unknown> {
	const pairs = listAt(value, 'attributes').map((pair): [string, unknown] => [
		String(at(pair, 'key')),
		Object.values(at(pair, 'value') as object)[0],
	]);
	return Object.fromEntries(pairs);
}

function spanOf(value: unknown): Span {
	return { ...(value as Omit<Span, 'attributes'>), attributes: attributesOf(value) };
}

describe('the tracer', () => {
	let gateway: TestGateway;
	let receiver: Receiver;
	let collector: Awaited<ReturnType<typeof startCollector>>;
	beforeEach(async () => {
		collector = await startCollector();
		receiver = await startReceiver();
		gateway = await startTestGateway({
			environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'shop-gateway' },
		});
	});
	afterEach(async () => {
		await receiver.close();
		collector.server.close();
	});

	it('connects the spans of a message from its request to its delivery, and exports them before the gateway ends', async () => {
		const instanceId = await connectedInstance(gateway);
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.sent'] });
		const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
		const answer = await gateway.request('/v1/messages/send', {
			method: 'POST',
			headers: { ...gateway.headers, traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
			body: JSON.stringify({ instanceId, to: TO, message: 'Hello' }),
		});
		const messageId = answer.text('messageId');
		await reached(gateway, messageId, 'read');
		const [delivered] = await receiver.count(1);
		await gateway.request('/livez', {});
		await gateway.close();

		const { spans, services } = collector;
		expect([...services]).toEqual(['shop-gateway']);
		const request = spans.find(({ name }) => name === 'POST /v1/messages/send');
		expect(request).toMatchObject({
			traceId,
			parentSpanId: '00f067aa0ba902b7',
			attributes: {
				'message.id': messageId,
				'request.id': answer.headers.get('x-request-id'),
				'http.response.status_code': 202,
			},
		});
		expect(
			spans.find(({ name, parentSpanId }) => name === 'commit' && parentSpanId === request?.spanId),
		).toMatchObject({
			traceId,
		});
		expect(spans.find(({ name }) => name === 'send message')?.attributes).toMatchObject({
			'message.id': messageId,
			'instance.id': instanceId,
		});
		expect(spans.find(({ name }) => name === 'deliver event')?.attributes).toMatchObject({
			'message.id': messageId,
			'event.id': delivered?.at('eventId'),
			'delivery.attempt': 1,
			'http.response.status_code': 200,
		});
		expect(spans.filter(({ name }) => name.includes('/livez'))).toEqual([]);
		expect(JSON.stringify(spans)).not.toContain('Hello');
	});

	it('does not delay the gateway when no collector accepts the spans', async () => {
		collector.server.close();
		const instanceId = await connectedInstance(gateway);
		const answer = await gateway.post('/v1/messages/send', { instanceId, to: TO, message: 'Hello' });
		await reached(gateway, answer.text('messageId'), 'read');
		await gateway.close();
	});
});
