import { textAt } from '../document/schema.ts';
import type { Known } from '../document/example.ts';
import type { Call, Session } from '../exchange/session.ts';
import type { Receiver } from '../server/receiver.ts';

/** A phone that receives and reads, as the simulated network decides by its last digits. */
export const PHONE = '4915112345678';
/** Ends of phones the simulated network treats in a way of its own. */
export const ABSENT_PHONE = '4915112340000';
export const SILENT_PHONE = '4915112340001';
export const BLOCKING_PHONE = '4915112340002';
export const ECHOING_PHONE = '4915112340003';
/** Phones in somebody's hand: one that stays there, and one that is taken, changed and put away. */
export const HELD_PHONE = '4915112345601';
export const OTHER_HELD_PHONE = '4915112345602';
/** Credentials the simulated operator accepts. */
export const OFFICIAL = {
	businessId: '100200300',
	phoneNumberId: '4915100000001',
	accessToken: 'valid-token',
};

/** And those whose connection has the limits of a real operator's. */
export const LIMITED = { ...OFFICIAL, phoneNumberId: '4915100000008' };

/** As the names of a path's parameters have it. */
export type Delivered = { webhookId: string; deliveryId: string };

/** What exists in a gateway for requests to be about; made when first asked for. */
export class World {
	readonly session: Session;
	readonly receiver: Receiver;
	private readonly made = new Map<string, Promise<string>>();

	constructor(session: Session, receiver: Receiver) {
		this.session = session;
		this.receiver = receiver;
	}

	/** An instance that is connected by QR code and stays so. */
	connected(): Promise<string> {
		return this.once('connected', () => this.newConnected());
	}

	/** An instance that is connected through the official API and stays so. */
	official(): Promise<string> {
		return this.once('official', () => this.newOfficial());
	}

	/** The same, with the limits of a real operator. */
	limited(): Promise<string> {
		return this.once('limited', () => this.newOfficial(LIMITED));
	}

	async newOfficial(credentials = OFFICIAL): Promise<string> {
		const instanceId = await this.newInstance();
		const call = { path: { instanceId }, body: { method: 'official', ...credentials } };
		const { answer } = await this.session.send('POST /v1/instances/{}/connect', call);
		if (answer.status !== 200) throw new Error(`No official connection: ${answer.bytes.toString()}`);
		await this.untilConnected(instanceId);
		return instanceId;
	}

	/** A message that was sent to a phone that receives but never reads. */
	message(): Promise<string> {
		return this.once('message', async () => this.send(await this.connected(), SILENT_PHONE));
	}

	/** A chat that somebody wrote in, by its id. */
	chat(): Promise<string> {
		return this.once('chat', async () => {
			await this.receiveFrom(await this.connected(), PHONE);
			return `${PHONE}@s.whatsapp.net`;
		});
	}

	/** A group the connected instance made itself. */
	group(): Promise<string> {
		return this.once('group', async () => this.newGroup(await this.connected()));
	}

	newGroup(instanceId: string): Promise<string> {
		return this.idOf('POST /v1/groups', { body: { instanceId, name: 'Team', participants: [PHONE] } });
	}

	/** A phone somebody holds, by its number. */
	heldPhone(): Promise<string> {
		return this.once('held phone', () => this.hold(HELD_PHONE));
	}

	async hold(number: string, settings: Readonly<Record<string, unknown>> = {}): Promise<string> {
		await this.session.send('PUT /simulator/v1/phones/{}', { path: { number }, body: settings });
		return number;
	}

	/** A group somebody else made in which the held phone is, and only admins write. */
	async newAnnouncements(instanceId: string): Promise<string> {
		const body = { from: PHONE, name: 'News', participants: [await this.heldPhone()], announce: true };
		return this.idOf('POST /simulator/v1/instances/{}/groups', { path: { instanceId }, body });
	}

	/** A group the held phone made. */
	async newPhoneGroup(instanceId: string): Promise<string> {
		const body = { from: await this.heldPhone(), name: 'Neighbours' };
		return this.idOf('POST /simulator/v1/instances/{}/groups', { path: { instanceId }, body });
	}

	webhook(): Promise<string> {
		return this.once('webhook', () => this.newWebhook());
	}

	newInstance(name = 'Shop'): Promise<string> {
		return this.idOf('POST /v1/instances', { body: { name } });
	}

	/** An instance that shows a QR code. */
	async newWaiting(): Promise<string> {
		const instanceId = await this.newInstance();
		await this.session.send('POST /v1/instances/{}/connect', {
			path: { instanceId },
			body: { method: 'qrcode' },
		});
		return instanceId;
	}

	async newConnected(): Promise<string> {
		const instanceId = await this.newWaiting();
		await this.session.send('POST /simulator/v1/instances/{}/scan', { path: { instanceId } });
		return instanceId;
	}

	/** An instance where nothing happens, so that thousands of webhooks about it do no harm. */
	quiet(): Promise<string> {
		return this.once('quiet', () => this.newInstance('Quiet'));
	}

	async newKey(): Promise<string> {
		const call = { body: { name: 'Conformance' } };
		const { answer } = await this.session.send('POST /admin/v1/keys', call);
		return textAt(answer.json, 'data.keyId');
	}

	async newWebhook(): Promise<string> {
		const instanceId = await this.quiet();
		const body = { url: `${this.receiver.url}/hook`, events: ['message.sent'], name: 'Shop', instanceId };
		return this.idOf('POST /v1/webhooks', { body });
	}

	/** A delivery, and the webhook it went to, which nothing else is done with. */
	async delivered(): Promise<Delivered> {
		const [webhookId = '', deliveryId = ''] = (
			await this.once('delivered', async () => {
				const made = await this.newDelivered();
				return `${made.webhookId} ${made.deliveryId}`;
			})
		).split(' ');
		return { webhookId, deliveryId };
	}

	async newDelivered(): Promise<Delivered> {
		const webhookId = await this.newWebhook();
		const call = { path: { webhookId }, body: { event: 'message.sent' } };
		const { answer } = await this.session.send('POST /v1/webhooks/{}/test', call);
		return { webhookId, deliveryId: textAt(answer.json, 'data.deliveryId') };
	}

	async send(instanceId: string, to: string, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
		const body = { instanceId, to, message: 'Hello', ...more };
		const { answer } = await this.session.send('POST /v1/messages/send', { body });
		return textAt(answer.json, 'messageId');
	}

	async receiveFrom(instanceId: string, from: string, content = 'Hello'): Promise<string> {
		const call = { path: { instanceId }, body: { from, content, contactName: 'Ada' } };
		const { answer } = await this.session.send('POST /simulator/v1/instances/{}/messages', call);
		return textAt(answer.json, 'data.messageId');
	}

	/** Values for fields of these names; what cannot be made yet is left out. */
	async known(): Promise<Known> {
		const attempts: Readonly<Record<string, () => Promise<string>>> = {
			instanceId: () => this.connected(),
			webhookId: () => this.webhook(),
			deliveryId: async () => (await this.delivered()).deliveryId,
			messageId: () => this.message(),
			quotedMessageId: () => this.message(),
			before: () => this.message(),
			chatId: () => this.chat(),
			groupId: () => this.group(),
			number: () => this.heldPhone(),
		};
		const values: Record<string, unknown> = {
			to: PHONE,
			from: PHONE,
			phone: PHONE,
			phones: [PHONE],
			participants: [PHONE],
			message: 'Hello',
			content: 'Hello',
			url: `${this.receiver.url}/hook`,
			webhookUrl: `${this.receiver.url}/own`,
			mediaUrl: `${this.receiver.url}/media/pixel.png`,
			link: 'https://example.com/pixel.png',
			language: 'en_US',
			events: ['instance.disconnected'],
			components: [{ type: 'body', parameters: [{ type: 'text', text: 'Ada' }] }],
			parameters: [{ type: 'text', text: 'Ada' }],
			secret: 'a-secret-of-the-checker',
			...OFFICIAL,
		};
		for (const [name, make] of Object.entries(attempts)) {
			values[name] = await make().catch(() => undefined);
		}
		return values;
	}

	/** The same, with everything made anew. */
	again(): Promise<Known> {
		this.made.clear();
		return this.known();
	}

	/** A message with a picture, which was sent. */
	async newPicture(): Promise<string> {
		const mediaUrl = `${this.receiver.url}/media/pixel.png`;
		const more = { message: undefined, mediaUrl, mediaType: 'image' };
		// An instance that nothing else is sent from: thousands of messages may be waiting at the other one.
		const instanceId = await this.once('pictures', () => this.newConnected());
		const messageId = await this.send(instanceId, SILENT_PHONE, more);
		await this.untilSent(messageId);
		return messageId;
	}

	/** Waits until an instance reports to be connected. */
	untilConnected(instanceId: string): Promise<void> {
		return this.until(`${instanceId} is connected`, async () => {
			const { answer } = await this.session.send('GET /v1/instances/{}/status', { path: { instanceId } });
			return textAt(answer.json, 'data.status') === 'connected';
		});
	}

	untilSent(messageId: string): Promise<void> {
		return this.until(`${messageId} is sent`, async () => {
			const { answer } = await this.session.send('GET /v1/messages/{}/status', { path: { messageId } });
			return textAt(answer.json, 'data.status') !== 'queued';
		});
	}

	private async until(what: string, holds: () => Promise<boolean>): Promise<void> {
		for (let tries = 0; tries < 1200; tries += 1) {
			if (await holds()) return;
			await new Promise((resolve) => setTimeout(resolve, 25));
		}
		throw new Error(`Waited in vain until ${what}.`);
	}

	private once(name: string, make: () => Promise<string>): Promise<string> {
		const known = this.made.get(name) ?? make();
		this.made.set(name, known);
		return known;
	}

	private async idOf(operation: string, call: Call): Promise<string> {
		const { answer } = await this.session.send(operation, call);
		return textAt(answer.json, 'data.id');
	}
}
