import { startReceiver, type Receiver } from '../servers/receiver.ts';
import { startWhatsAppTestGateway, type WhatsAppTestGateway } from './whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from './whatsapp.ts';

/** An instance that is linked to an account on the WhatsApp stand-in, and a receiver of its messages. */
export interface LinkedAccount {
	whatsApp: WhatsApp;
	gateway: WhatsAppTestGateway;
	/** Receives `message.received`. */
	receiver: Receiver;
	instanceId: string;
	close: () => Promise<void>;
}

/** Starts the stand-in, a gateway and a receiver, and links an instance to the account of a phone. */
export async function startLinkedAccount(phone: string): Promise<LinkedAccount> {
	const whatsApp = await startWhatsApp();
	const gateway = await startWhatsAppTestGateway(whatsApp);
	const receiver = await startReceiver();
	await gateway.client.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
	return {
		whatsApp,
		gateway,
		receiver,
		instanceId: await gateway.linked(phone),
		close: async () => {
			await gateway.close();
			await receiver.close();
			await whatsApp.close();
		},
	};
}
