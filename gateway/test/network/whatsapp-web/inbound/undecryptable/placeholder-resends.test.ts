import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startReceiver, type Receiver } from '../../../../support/servers/receiver.ts';
import { JPEG } from '../../../../support/sample-files.ts';
import { until } from '../../../../support/until.ts';
import { startWhatsAppGateway, type WhatsAppGateway } from '../../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const EVE = '4915133333333';

describe('messages without content', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppGateway;
	let receiver: Receiver;
	let instanceId: string;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppGateway(whatsApp);
		receiver = await startReceiver();
		await gateway.client.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		instanceId = await gateway.linked(ACCOUNT);
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	const arrived = (content: string) => receiver.find(content, ({ at }) => at('data.content') === content);
	const acknowledged = () =>
		until('all to be acknowledged', async () => (await whatsApp.stats()).accounts[0]?.pending === 0);
	async function latest(): Promise<{ messageId: string; type: string; content: string }> {
		const page = await gateway.client.get(`/v1/messages?instanceId=${instanceId}&limit=1`);
		return (
			(page.at('data') as { messageId: string; type: string; content: string }[])[0] ?? {
				messageId: '',
				type: '',
				content: '',
			}
		);
	}

	it('are recorded at once, requested from the phone and published when it sends them', async () => {
		await whatsApp.send(ADA, ACCOUNT, { text: 'From an ad', absent: true, phoneAnswers: 500 });
		const waiting = await until('it to be recorded', async () => {
			const one = await latest();
			return one.type === 'unsupported' && one;
		});
		const { at } = await arrived('From an ad');
		expect(at('data.messageId')).toBe(waiting.messageId);
		expect(at('data.type')).toBe('text');
		expect(at('data.from')).toBe(ADA);
		await acknowledged();
		expect(receiver.requests).toHaveLength(1);
	});

	it('are still awaited after a message of somebody else with the same id', async () => {
		const id = await whatsApp.send(ADA, ACCOUNT, { text: 'Held for Ada', absent: true, phoneAnswers: 1500 });
		await whatsApp.send(EVE, ACCOUNT, { text: 'From Eve', id });
		await arrived('From Eve');
		const { at } = await arrived('Held for Ada');
		expect(at('data.from')).toBe(ADA);
		await acknowledged();
	});

	it('arrive with their files', async () => {
		const file = {
			type: 'image' as const,
			mimeType: 'image/jpeg',
			base64: Buffer.from(JPEG).toString('base64'),
			caption: 'A picture from an ad',
		};
		await whatsApp.send(ADA, ACCOUNT, { file, absent: true, phoneAnswers: true });
		const { at } = await arrived('A picture from an ad');
		const detail = await gateway.client.get(`/v1/messages/${String(at('data.messageId'))}`);
		expect(detail.at('data.media.available')).toBe(true);
	});

	it('are requested again after kill -9', async () => {
		await whatsApp.send(ADA, ACCOUNT, { text: 'Asked for twice', absent: true, phoneAnswers: false });
		await until('it to be recorded', async () => (await latest()).type === 'unsupported');
		await until('the request to the phone', async () => (await whatsApp.log()).phoneRequests.length > 0);
		const requested = (await whatsApp.log()).phoneRequests.length;
		await gateway.restart('SIGKILL');
		await until(
			'another request to the phone',
			async () => (await whatsApp.log()).phoneRequests.length > requested,
		);
	});

	for (const [absent, reason] of [
		['view_once', 'view_once'],
		['bot', 'on_phone_only'],
		['hosted', 'on_phone_only'],
	] as const) {
		it(`are published as unsupported when only the phone shows them: ${absent}`, async () => {
			const before = receiver.requests.length;
			await whatsApp.send(ADA, ACCOUNT, { text: 'Not to be seen', absent });
			const [event] = (await receiver.count(before + 1)).slice(before);
			expect(event?.at('data.type')).toBe('unsupported');
			expect(event?.at('data.unsupported.reason')).toBe(reason);
			expect(event?.at('data.content')).toMatch(/phone/);
			await acknowledged();
		});
	}

	it('are published under their recorded id once they can be decrypted', async () => {
		await whatsApp.send(ADA, ACCOUNT, { text: 'Garbled at first', garbled: true });
		await arrived('Garbled at first');
		const page = await gateway.client.get(`/v1/messages?instanceId=${instanceId}&limit=100`);
		const stored = page.at('data') as { content: string }[];
		expect(stored.filter(({ content }) => content === 'Garbled at first')).toHaveLength(1);
		await acknowledged();
	});

	it('are requested by the fifty where a sender sends many that nobody can decrypt', async () => {
		const requested = async (): Promise<number> => (await whatsApp.log()).phoneRequests.length;
		const before = await requested();
		const bytes = Buffer.from('ffffffffffff', 'hex').toString('base64');
		for (let count = 0; count < 60; count += 1) await whatsApp.send(EVE, ACCOUNT, { bytes });
		await acknowledged();
		await until('the requests', async () => (await requested()) - before >= 50);
		expect((await requested()) - before).toBe(50);
		const page = await gateway.client.get(`/v1/messages?instanceId=${instanceId}&phone=${EVE}&limit=100`);
		const stored = page.at('data') as { type: string }[];
		expect(stored.filter(({ type }) => type === 'unsupported')).toHaveLength(60);
	});
});
