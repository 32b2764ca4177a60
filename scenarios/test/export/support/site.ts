import { temporaryFolder } from '../../../../gateway/test/support/data-folder.ts';
import {
	runGateway,
	startGatewayProcess,
	type Finished,
	type GatewayProcess,
} from '../../../../gateway/test/support/gateway-process.ts';
import { API_KEY, connectedInstance } from '../../../../gateway/test/support/gateway.ts';
import { startReceiver, type Receiver } from '../../../../gateway/test/support/servers/receiver.ts';

/** A gateway on the simulated network, and the receiver of its webhook. */
export interface Site {
	gateway: GatewayProcess;
	receiver: Receiver;
	close: () => Promise<void>;
}

/** Milliseconds until a reminder of the bot is sent. */
const REMINDER = 2 * 3_600_000;

/** Starts a gateway at whose only instance a bot answers every text, and a text with "remind" two hours later. */
export async function startSite(): Promise<Site> {
	const { folder, remove } = await temporaryFolder();
	const gateway = await startGatewayProcess(folder, { GATEWAY_SIMULATOR_LATENCY_MS: '5,5,5' });
	const receiver = await startReceiver();
	await connectedInstance(gateway, 'Praxis');
	await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
	receiver.answer((response, received) => {
		response.end();
		if (received.at('data.type') !== 'text') return;
		const isReminder = String(received.at('data.content')).includes('remind');
		const sendAt = new Date(Date.parse(String(received.at('timestamp'))) + REMINDER).toISOString();
		void gateway.post('/v1/messages/send', {
			instanceId: received.at('data.instanceId'),
			to: received.at('data.chatId'),
			message: `Dear ${String(received.at('data.contactName'))}: ${String(received.at('data.content'))}`,
			...(isReminder ? { sendAt } : {}),
		});
	});
	const close = async (): Promise<void> => {
		await receiver.close();
		await gateway.end('SIGTERM');
		await remove();
	};
	return { gateway, receiver, close };
}

/** Runs a command against the gateway of a site. */
export function run({ gateway }: Site, ...args: string[]): Promise<Finished> {
	return runGateway([...args, '--gateway', gateway.url], { GATEWAY_API_KEY: API_KEY });
}
