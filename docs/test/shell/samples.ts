import path from 'node:path';
import { temporaryFolder } from '../../../gateway/test/support/data-folder.ts';
import { connectedInstance, sendText } from '../../../gateway/test/support/gateway.ts';
import { startGatewayProcess, type GatewayProcess } from '../../../gateway/test/support/gateway-process.ts';
import { startReceiver, type Receiver } from '../../../gateway/test/support/servers/receiver.ts';
import { limitedInstance, upload } from '../../../gateway/test/support/requests.ts';
import { PDF, SAMPLES } from '../../../gateway/test/support/sample-files.ts';

/** The phone of the documents' examples. */
const PHONE = '4915112345678';
const ID = /^([a-z]+_)[0-9a-z]{26}$/;

/**
 * The gateway of a page, and what the placeholders of the page stand for: what its earlier requests made, or else a
 * sample that is made when it is first needed.
 */
export class Samples {
	readonly folder: string;
	readonly #remove: () => Promise<void>;
	readonly #ids = new Map<string, string>();
	#gateway: Promise<GatewayProcess> | undefined;
	#official: Promise<string> | undefined;
	#group: Promise<string> | undefined;
	#bot: Receiver | undefined;

	private constructor(folder: string, remove: () => Promise<void>) {
		this.folder = folder;
		this.#remove = remove;
	}

	static async create(): Promise<Samples> {
		const { folder, remove } = await temporaryFolder();
		return new Samples(folder, remove);
	}

	/** The data folder of the gateway. */
	get dataFolder(): string {
		return path.join(this.folder, 'data');
	}

	/** The gateway, which is started when a command first needs it. */
	gateway(): Promise<GatewayProcess> {
		this.#gateway ??= startGatewayProcess(this.dataFolder, { GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0' });
		return this.#gateway;
	}

	/** Notes the ids in an answer, for later placeholders. */
	note(answer: unknown): void {
		if (typeof answer === 'string') {
			const prefix = ID.exec(answer)?.[1];
			if (prefix !== undefined) this.#ids.set(prefix, answer);
		} else if (typeof answer === 'object' && answer !== null) {
			for (const value of Object.values(answer)) this.note(value);
		}
	}

	/** Returns a text with ids in the place of its placeholders. */
	async fill(text: string): Promise<string> {
		let filled = text;
		for (const [placeholder, prefix = ''] of text.matchAll(/\b([a-z]+_)…/g)) {
			if (prefix !== 'med_') filled = filled.replace(placeholder, await this.#id(prefix));
		}
		if (filled.includes('med_…')) filled = filled.replaceAll('med_…', await this.#upload(filled));
		if (filled.includes('120363…@g.us')) filled = filled.replaceAll('120363…@g.us', await this.#groupId());
		return filled;
	}

	/** An instance with the limits of the official API. */
	async officialInstance(): Promise<string> {
		this.#official ??= limitedInstance(await this.gateway());
		return this.#official;
	}

	/** Starts what the workflow of examples/echo-bot.json does: each text is sent back. */
	async startEchoBot(): Promise<void> {
		if (this.#bot !== undefined) return;
		const gateway = await this.gateway();
		const bot = await startReceiver();
		this.#bot = bot;
		await gateway.post('/v1/webhooks', { url: bot.url, events: ['message.received'] });
		bot.answer((response, { at }) => {
			response.end();
			const reply = { to: at('data.chatId'), message: at('data.content') };
			void gateway.post('/v1/messages/send', { instanceId: at('data.instanceId'), ...reply });
		});
	}

	async close(): Promise<void> {
		await this.#bot?.close();
		await (await this.#gateway)?.end('SIGKILL');
		await this.#remove();
	}

	async #id(prefix: string): Promise<string> {
		const known = this.#ids.get(prefix);
		if (known !== undefined) return known;
		const made = await this.#make(prefix);
		this.#ids.set(prefix, made);
		return made;
	}

	async #make(prefix: string): Promise<string> {
		const gateway = await this.gateway();
		switch (prefix) {
			case 'inst_':
				return connectedInstance(gateway);
			case 'msg_':
				return sendText(gateway, await this.#id('inst_'), PHONE);
			case 'wh_':
				return (await gateway.post('/v1/webhooks', { url: 'https://example.com/hook' })).text('data.id');
			case 'dlv_': {
				const webhook = await this.#id('wh_');
				await gateway.post(`/v1/webhooks/${webhook}/test`);
				return (await gateway.get(`/v1/webhooks/${webhook}/deliveries`)).text('data.0.id');
			}
			default:
				// Whatever reads it says that it does not exist.
				return `${prefix}…`;
		}
	}

	/** Uploads a file of the kind that a request names; returns its id. */
	async #upload(request: string): Promise<string> {
		const type = /"mediaType":\s*"(\w+)"/.exec(request)?.[1] ?? 'document';
		const wanted = type === 'sticker' ? 'image/webp' : type === 'audio' ? 'audio/ogg' : null;
		const sample = SAMPLES.find((one) =>
			wanted === null ? one.mediaType === type : one.mimeType === wanted,
		);
		const { bytes, mimeType } = sample ?? { bytes: PDF, mimeType: 'application/pdf' };
		return (await upload(await this.gateway(), new Uint8Array(bytes), mimeType)).replace('media:', '');
	}

	async #groupId(): Promise<string> {
		this.#group ??= (async () => {
			const gateway = await this.gateway();
			const instanceId = await this.#id('inst_');
			const body = { instanceId, name: 'Team', participants: [PHONE] };
			return (await gateway.post('/v1/groups', body)).text('data.id');
		})();
		return this.#group;
	}
}
