import type { FailureCode } from '../../../src/domain/messages/message.ts';
import { OFFICIAL_API_CAPABILITIES } from '../../../src/network/capabilities/official-api-capabilities.ts';
import {
	arrived,
	arrivedFrom,
	echoed,
	echoes,
	edit,
	failedWith,
	reaction,
	revoke,
	status,
	statuses,
	webhook,
	written,
} from '../../cloud-api-server/payloads.ts';
import { TOKEN } from '../../cloud-api-server/world.ts';
import { startCloudApi, type CloudApi } from '../../support/official/cloud-api.ts';
import type { TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { OFFICIAL, subscribe, whatsAppSettings } from '../../support/official/official.ts';
import { until } from '../../support/until.ts';
import { metaContent } from './cloud-api-content.ts';
import { phoneMessages, seenOnPhone } from './cloud-api-phone.ts';
import type {
	LaterFailure,
	NetworkUnderTest,
	OtherEnd,
	PhoneMessage,
	Rejection,
	WrittenMessage,
} from './network-under-test.ts';

/** Our code for each of Meta's codes. */
const REJECTED: readonly (readonly [number, FailureCode])[] = [
	[131026, 'recipient_not_found'],
	[131047, 'reengagement_window_closed'],
	[131051, 'unsupported_media_type'],
	[131053, 'media_download_failed'],
	[131009, 'network_error'],
];
const FAILED: readonly (readonly [number, FailureCode])[] = [
	[131026, 'recipient_not_found'],
	[131047, 'reengagement_window_closed'],
	[131050, 'recipient_blocked'],
	[131053, 'media_download_failed'],
	[131000, 'network_error'],
];

/** WhatsApp through the Cloud API, with the stand-in for Meta. */
export function cloudApiNetwork(): NetworkUnderTest {
	let meta: CloudApi;
	/** The payload to repeat, and the sender of each received message by wamid. */
	let lastPayload: unknown;
	const writers = new Map<string, string>();
	let counter = 0;
	const nextPerson = (): string => `1650555${String((counter += 1)).padStart(4, '0')}`;

	const notify = async (payload: unknown): Promise<void> => {
		lastPayload = payload;
		const answer = await meta.notify(payload);
		if (answer.status !== 200) throw new Error(`The webhook was answered with ${JSON.stringify(answer)}`);
	};

	/** Delivers a message object of a person. */
	const arrive = async (
		{ from, name }: Pick<WrittenMessage, 'from' | 'name'>,
		message: Record<string, unknown>,
	): Promise<void> => {
		const bsuid = bsuidIn(from);
		const names = name === undefined ? {} : { [from]: name };
		const person = { ...(name === undefined ? {} : { name }) };
		await notify(
			webhook(bsuid === null ? arrived([message], names) : arrivedFrom({ bsuid, ...person }, message)),
		);
	};
	/** Returns Meta's id of the last message of a person. */
	const lastOf = (from: string): string | undefined =>
		[...writers].findLast(([, writer]) => writer === from)?.[0];
	/** Resolves with the newest message that fits once a phone has it. */
	const shown = (what: string, fits: (message: PhoneMessage) => boolean): Promise<PhoneMessage> =>
		until(what, async () => phoneMessages(await meta.requests()).findLast(fits));

	const rejections = REJECTED.map(
		([code, expected]): Rejection => ({
			what: `Meta's ${code}`,
			code: expected,
			async prepare() {
				await meta.fail({ on: 'messages', times: 1, status: 400, code });
				return nextPerson();
			},
		}),
	);
	const failures = FAILED.map(
		([code, expected]): LaterFailure => ({
			what: `Meta's ${code}`,
			code: expected,
			trigger: (_end, { id }) =>
				notify(webhook(statuses(status(id, 'failed', failedWith(code, 'Not sent'))))),
		}),
	);

	function endOf(gateway: TestGateway, instanceId: string): OtherEnd {
		/** Returns the read marks sent for a person's chat. */
		const marks = async (phone: string): Promise<unknown[]> => {
			const bodies = (await meta.requests('messages')).map(({ body }) => body);
			return bodies.filter((body) => writers.get(String(at(body, 'message_id'))) === phone);
		};
		return {
			complete: () => subscribe(meta, gateway.url, instanceId),
			async endSession() {
				await meta.revoke(TOKEN);
				// Meta reports nothing: the next request fails.
				await gateway.get(`/v1/templates?instanceId=${instanceId}`);
				await meta.admit(TOKEN);
				return 'credentials_revoked';
			},
			// There is no permanent connection: a request is cut off.
			drop: () => meta.fail({ on: 'messages', times: 1, cut: true }),
			overload: () => meta.fail({ on: 'messages', times: 1, status: 429, code: 130429 }),
			async write(message: WrittenMessage) {
				const { from, replyTo } = message;
				counter += 1;
				const id = `wamid.written-${counter}`;
				writers.set(id, from);
				const { type, content, more } = await metaContent(meta, message);
				const context = replyTo === undefined ? {} : { context: { from: '15550783881', id: replyTo.id } };
				await arrive(message, written(id, type, content, { from, ...more, ...context }));
			},
			async writeOnPhone(to, text) {
				counter += 1;
				await notify(echoes(echoed(`wamid.echo-${counter}`, 'text', { body: text }, { to })));
			},
			async react({ id, phone }, emoji) {
				counter += 1;
				const reacted = reaction(`wamid.reaction-${counter}`, id, emoji ?? undefined, { from: phone });
				await arrive({ from: phone }, { ...reacted, timestamp: timestampOf(counter) });
			},
			async editLast(from, text) {
				counter += 1;
				await arrive({ from }, edit(`wamid.edit-${counter}`, lastOf(from), text, { from }));
			},
			async editAsStranger(author, text) {
				counter += 1;
				const from = nextPerson();
				await arrive({ from }, edit(`wamid.edit-${counter}`, lastOf(author), text, { from }));
			},
			async deleteLast(from) {
				counter += 1;
				await arrive({ from }, revoke(`wamid.revoke-${counter}`, lastOf(from), { from }));
			},
			async reveal(id, phone) {
				const ids = { recipient_id: phone, recipient_user_id: bsuidIn(id) };
				await notify(webhook(statuses(status('wamid.of-another-program', 'delivered', ids))));
			},
			async writeUnsupported(from) {
				counter += 1;
				const errors = [{ code: 131051, title: 'Message type unknown', message: 'Message type unknown' }];
				const id = `wamid.written-${counter}`;
				await notify(webhook(arrived([written(id, 'unsupported', undefined, { from, errors })])));
				return 'unknown';
			},
			repeatLast: () => notify(lastPayload),
			received: (phone, text) =>
				shown(`"${text}" on ${phone}`, (seen) => {
					return seen.phone === phone && (seen.text ?? seen.caption ?? '') === text;
				}),
			receivedKind: (phone, type) =>
				shown(`${type} on ${phone}`, (seen) => seen.phone === phone && seen.type === type),
			sees: async (message) => seenOnPhone(await meta.requests(), message),
			async receipts({ id, phone }, ...steps) {
				await notify(webhook(statuses(...steps.map((step) => status(id, step, { recipient_id: phone })))));
			},
			seesRead: async (phone) => (await marks(phone)).length > 0,
			seesTyping: async (phone) =>
				(await marks(phone)).some((body) => at(body, 'typing_indicator.type') === 'text'),
			hasBlocked: async (person) => (await meta.account()).blocked.includes(person),
			async seesProfile() {
				const { about, profile_picture_url: url } = (await meta.account()).profile;
				return { name: null, about, hasPicture: url !== undefined };
			},
			startGroup: notSupported,
			leaveGroup: notSupported,
			syncHistory: notSupported,
		};
	}

	return {
		name: 'WhatsApp through the Cloud API',
		method: 'official',
		capabilities: OFFICIAL_API_CAPABILITIES,
		expiringCodes: null,
		supports: new Set([
			'people_without_numbers',
			'replies',
			'unsupported_messages',
			'locations',
			'contact_cards',
			'orders',
			'button_replies',
			'list_replies',
			'flow_replies',
			'voice_notes',
			'stickers',
			'forwarded_messages',
			'referrals',
			'revealed_numbers',
		]),
		rejections,
		failures,
		async start() {
			meta = await startCloudApi();
			return {
				settings: whatsAppSettings(meta),
				connectRequest: OFFICIAL,
				wrongRequest: { ...OFFICIAL, accessToken: 'EAAG-another' },
				person: nextPerson,
				withoutNumber: () => `US.1349120${nextPerson()}@bsuid`,
				nobody: nextPerson,
				profiles: { open: nextPerson(), closed: nextPerson() },
				endOf,
				close: () => meta.close(),
			};
		},
	};
}

/** Returns the BSUID in a person's id; null for a phone number. */
function bsuidIn(person: string): string | null {
	return person.endsWith('@bsuid') ? person.slice(0, -'@bsuid'.length) : null;
}

/** Returns Meta's timestamp of a change: later ones are later. */
function timestampOf(order: number): string {
	return String(1_769_860_800 + order);
}

function notSupported(): Promise<never> {
	return Promise.reject(new Error('Nobody does that on this network.'));
}
