import { until } from '../until.ts';
import type { WhatsApp } from './whatsapp.ts';

/** Sends an account a receipt with an id; resolves once the gateway has acknowledged it. */
export async function sendAcknowledged(
	whatsApp: WhatsApp,
	{ account, id }: { account: string; id: string },
	send: () => Promise<unknown>,
): Promise<void> {
	const acks = async (): Promise<number> =>
		(await whatsApp.log(account)).acks.filter((one) => one.class === 'receipt' && one.id === id).length;
	const before = await acks();
	await send();
	await until('the receipt to be acknowledged', async () => (await acks()) > before);
}
