import { temporaryFolder } from '../data-folder.ts';
import { startGatewayProcess, type GatewayProcess } from '../gateway-process.ts';
import { scannedText } from '../qr-code.ts';
import { until } from '../until.ts';
import type { WhatsApp } from './whatsapp.ts';

/** A gateway, as its own process, whose network is the stand-in for WhatsApp. */
export interface WhatsAppGateway {
	/** The process that runs now. */
	client: GatewayProcess;
	folder: string;
	/** Makes an instance and links it to the account of a phone, as a person would; gives its id. */
	linked(phone: string, more?: { name?: string; settings?: object }): Promise<string>;
	/** Ends the process, and starts another one on the same data. */
	restart(signal?: NodeJS.Signals): Promise<void>;
	/** Starts another process on the same data, where the one before has ended by itself. */
	start(): Promise<void>;
	status(instanceId: string): Promise<string>;
	/** Resolves when an instance has a status. */
	has(instanceId: string, status: string): Promise<void>;
	close(): Promise<void>;
}

export async function startWhatsAppGateway(
	whatsApp: WhatsApp,
	environment: Record<string, string> = {},
	/** Modules that are loaded before the program. */
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
		async linked(phone, { name = 'Shop', settings = { autoTyping: false } } = {}) {
			const { client } = gateway;
			const id = (await client.post('/v1/instances', { name, settings })).text('data.id');
			const shown = await client.post(`/v1/instances/${id}/connect`, { method: 'qrcode' });
			const { linked } = await whatsApp.scan(phone, scannedText(shown.text('qrCode')) ?? '', { name });
			if (!linked) throw new Error('The phone could not link the device.');
			await gateway.has(id, 'connected');
			return id;
		},
		async restart(signal = 'SIGTERM') {
			await gateway.client.end(signal);
			gateway.client = await start();
		},
		async start() {
			gateway.client = await start();
		},
		status: async (id) => (await gateway.client.get(`/v1/instances/${id}/status`)).text('data.status'),
		async has(id, status) {
			await until(`the status ${status}`, async () => (await gateway.status(id)) === status);
		},
		async close() {
			await gateway.client.end('SIGTERM');
			await remove();
		},
	};
	return gateway;
}
