// deploy/compose.postgres.yaml with real containers: two gateways behind HAProxy, with PostgreSQL of Debian and the S3
// server of the gateway's tests in place of the images it names.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callGateway } from '../../playground/src/gateway/client.ts';
import { connectPhone } from '../../playground/src/gateway/phone.ts';
import { until } from '../../playground/src/process/until.ts';
import { startEngine, type Engine } from './containers/engine.ts';
import { buildGatewayImage } from './containers/gateway-image.ts';
import { prepareStack, type Stack } from './containers/stack.ts';
import { buildNodeImage } from './containers/stand-ins.ts';
import {
	BUCKET_MOUNT,
	buildBalancerImage,
	buildBucketImage,
	buildDatabaseImage,
} from './containers/storage-images.ts';
import { whyNoContainers } from './containers/tools.ts';

const GATEWAYS = ['gateway-1', 'gateway-2'];
const reason = whyNoContainers();

(reason === '' ? describe : describe.skip)(`two gateways by compose.postgres.yaml${reason}`, () => {
	let engine: Engine;
	let stack: Stack;
	let gateway: { url: string; apiKey: string };
	let instanceId: string;

	beforeAll(async () => {
		engine = await startEngine();
		await buildNodeImage(engine);
		stack = await prepareStack(engine, 'two-gateways', {
			files: ['compose.postgres.yaml'],
			additions: BUCKET_MOUNT,
			environment: {
				GATEWAY_IMAGE: await buildGatewayImage(engine, 'messaging-gateway'),
				HAPROXY_IMAGE: await buildBalancerImage(engine),
				POSTGRES_IMAGE: await buildDatabaseImage(engine),
				S3_IMAGE: await buildBucketImage(engine),
			},
		});
		await stack.compose('up', '--detach');
		const name = stack.container('gateway-1');
		gateway = {
			url: stack.gatewayUrl,
			apiKey: await engine.podman('exec', name, 'cat', '/secrets/api-key'),
		};
		await until({ what: 'a gateway behind the load balancer', seconds: 90 }, ready);
		instanceId = await connectPhone(gateway);
	}, 15 * 60_000);
	afterAll(() => engine.close(), 180_000);

	async function ready(): Promise<true | undefined> {
		return (await fetch(`${gateway.url}/readyz`)).ok ? true : undefined;
	}

	/** Sends a message; resolves when the network has delivered it, whichever gateway is asked. */
	async function sendAndWait(text: string): Promise<string> {
		const message = { instanceId, to: '4915112345678', message: text };
		const { messageId } = (await callGateway(gateway, 'POST', '/v1/messages/send', message)) as {
			messageId: string;
		};
		return until({ what: `the delivery of "${text}"`, seconds: 60 }, async () => {
			const found = (await callGateway(gateway, 'GET', `/v1/messages/${messageId}/status`)) as {
				data: { status: string };
			};
			return ['delivered', 'read'].includes(found.data.status) ? found.data.status : undefined;
		});
	}

	it('sends, and keeps files in the bucket', async () => {
		expect(['delivered', 'read']).toContain(await sendAndWait('hello'));

		const form = new FormData();
		form.append('file', new Blob(['a note'], { type: 'text/plain' }), 'note.txt');
		const uploaded = await fetch(`${gateway.url}/v1/media`, {
			method: 'POST',
			headers: { authorization: `Bearer ${gateway.apiKey}` },
			body: form,
		});
		expect(uploaded.ok).toBe(true);
		expect(await engine.podman('exec', stack.container('bucket'), 'ls', '/data/media/gateway')).not.toBe('');
	});

	it.each(GATEWAYS)('goes on when %s is killed, and takes it back', async (service) => {
		const name = stack.container(service);
		await engine.podman('kill', '--signal', 'KILL', name);
		await until({ what: 'the other gateway', seconds: 60 }, ready);

		await until({ what: `a message to be sent without ${service}`, seconds: 60 }, () =>
			sendAndWait(`without ${service}`).catch(() => undefined),
		);
		await engine.podman('start', name);
		await until({ what: `${service} to be ready again`, seconds: 60 }, () =>
			engine.podman('exec', name, 'node', '/app/deploy/image/health.ts'),
		);
	});
});
