import type { Clock } from '../../../src/domain/clock.ts';
import type { Client } from '../client.ts';
import { temporaryFolder } from '../data-folder.ts';
import { startGatewayProcess, type GatewayProcess } from '../gateway-process.ts';
import { startTestGateway, type TestGateway } from '../gateway.ts';
import { scannedText } from '../qr-code.ts';
import { until } from '../until.ts';
import { trustWhatsApp } from './trust.ts';
import type { WhatsApp } from './whatsapp.ts';

/** Operations on the instances of a gateway connected to the WhatsApp stand-in. */
interface LinkedInstances {
	/** Creates an instance and links it to the account of a phone; returns its id. */
	linked(phone: string, more?: { name?: string; settings?: object }): Promise<string>;
	status(instanceId: string): Promise<string>;
	/** Resolves once an instance has this status. */
	has(instanceId: string, status: string): Promise<void>;
}

/** A gateway in the test's own process, connected to the WhatsApp stand-in. */
export interface WhatsAppTestGateway extends LinkedInstances {
	/** The running gateway. */
	client: TestGateway;
	/** Stops the gateway and starts another on the same data. */
	restart(): Promise<void>;
	close(): Promise<void>;
}

/** A gateway in a process of its own, connected to the WhatsApp stand-in. */
export interface WhatsAppGateway extends LinkedInstances {
	/** The running process. */
	client: GatewayProcess;
	folder: string;
	/** Ends the process and starts another on the same data. */
	restart(signal?: NodeJS.Signals): Promise<void>;
	/** Starts another process on the same data after the previous one has ended. */
	start(): Promise<void>;
	close(): Promise<void>;
}

/** For tests that neither kill the gateway nor read its output: a process takes seconds to start. */
export async function startWhatsAppTestGateway(
	whatsApp: WhatsApp,
	environment: Record<string, string> = {},
	/** By default the real one. */
	clock?: Clock,
): Promise<WhatsAppTestGateway> {
	await trustWhatsApp(whatsApp);
	const gateway: WhatsAppTestGateway = {
		client: await startTestGateway({
			...(clock !== undefined && { clock }),
			environment: {
				GATEWAY_NETWORK: 'whatsapp',
				GATEWAY_WHATSAPP_URL: whatsApp.url,
				...environment,
			},
		}),
		...linkedInstances(whatsApp, () => gateway.client),
		async restart() {
			gateway.client = await gateway.client.restart();
		},
		close: () => gateway.client.close(),
	};
	return gateway;
}

export async function startWhatsAppGateway(
	whatsApp: WhatsApp,
	environment: Record<string, string> = {},
	/** Modules to load before the program. */
	preloads: readonly string[] = [],
): Promise<WhatsAppGateway> {
	const { folder, remove } = await temporaryFolder();
	const start = (): Promise<GatewayProcess> =>
		startGatewayProcess(folder, {
			GATEWAY_NETWORK: 'whatsapp',
			GATEWAY_WHATSAPP_URL: whatsApp.url,
			NODE_OPTIONS: [...whatsApp.trust.execArgv, ...preloads.map((url) => `--import ${url}`)].join(' '),
			...whatsApp.trust.env,
			...environment,
		});
	const gateway: WhatsAppGateway = {
		client: await start(),
		folder,
		...linkedInstances(whatsApp, () => gateway.client),
		async restart(signal = 'SIGTERM') {
			await gateway.client.end(signal);
			gateway.client = await start();
		},
		async start() {
			gateway.client = await start();
		},
		async close() {
			await gateway.client.end('SIGTERM');
			await remove();
		},
	};
	return gateway;
}

function linkedInstances(whatsApp: WhatsApp, current: () => Client): LinkedInstances {
	const statusOf = (id: string) => current().get(`/v1/instances/${id}/status`);
	const status = async (id: string): Promise<string> => (await statusOf(id)).text('data.status');
	const has = async (id: string, wanted: string): Promise<void> => {
		// On PostgreSQL it is 503 until the lease of a gateway that was killed is taken over.
		await until(`the status ${wanted}`, async () => (await statusOf(id)).at('data.status') === wanted);
	};
	return {
		async linked(phone, { name = 'Shop', settings = { autoTyping: false } } = {}) {
			const client = current();
			const id = (await client.post('/v1/instances', { name, settings })).text('data.id');
			const shown = await client.post(`/v1/instances/${id}/connect`, { method: 'qrcode' });
			const { linked } = await whatsApp.scan(phone, scannedText(shown.text('qrCode')) ?? '', { name });
			if (!linked) throw new Error('The phone could not link the device.');
			await has(id, 'connected');
			return id;
		},
		status,
		has,
	};
}
