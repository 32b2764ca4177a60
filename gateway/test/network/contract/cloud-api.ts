import type { FailureCode, MessageType } from '../../../src/domain/message.ts';
import { CLOUD_API_CAPABILITIES } from '../../../src/network/cloud-api/capabilities.ts';
import {
	arrived,
	arrivedFrom,
	failedWith,
	status,
	statuses,
	webhook,
	written,
} from '../../cloud-api-server/payloads.ts';
import { TOKEN, type RecordedRequest } from '../../cloud-api-server/world.ts';
import { startCloudApi, type CloudApi } from '../../support/cloud-api.ts';
import type { TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { OFFICIAL, subscribe, whatsAppSettings } from '../../support/official.ts';
import { until } from '../../support/until.ts';
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
			async write({ from, name, text, file, replyTo }: WrittenMessage) {
				counter += 1;
				const id = `wamid.written-${counter}`;
				writers.set(id, from);
				const context = replyTo === undefined ? {} : { context: { from: '15550783881', id: replyTo.id } };
				const message =
					file === undefined
						? written(id, 'text', { body: text }, { from, ...context })
						: written(
								id,
								file.type,
								{
									id: await meta.media(file.mimeType, file.bytes),
									mime_type: file.mimeType,
									sha256: 'x',
									...(text === undefined ? {} : { caption: text }),
								},
								{ from, ...context },
							);
				const bsuid = bsuidIn(from);
				const named = name === undefined ? {} : { name };
				await notify(
					webhook(
						bsuid === null
							? arrived([message], name === undefined ? {} : { [from]: name })
							: arrivedFrom({ bsuid, ...named }, message),
					),
				);
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
				until(`"${text}" on ${phone}`, async () => {
					const requests = await meta.requests();
					const found = requests.find((one) => {
						const seen = phoneMessage(one, requests);
						return seen?.phone === phone && (seen.text ?? seen.caption ?? '') === text;
					});
					if (found === undefined) return null;
					if (found.violation !== null) throw new Error(found.violation);
					return phoneMessage(found, requests);
				}),
			async receipts({ id, phone }, ...steps) {
				await notify(webhook(statuses(...steps.map((step) => status(id, step, { recipient_id: phone })))));
			},
			seesRead: async (phone) => (await marks(phone)).length > 0,
			seesTyping: async (phone) =>
				(await marks(phone)).some((body) => at(body, 'typing_indicator.type') === 'text'),
			startGroup: notSupported,
			leaveGroup: notSupported,
			syncHistory: notSupported,
		};
	}

	return {
		name: 'WhatsApp through the Cloud API',
		method: 'official',
		capabilities: CLOUD_API_CAPABILITIES,
		expiringCodes: null,
		supports: new Set(['people_without_numbers', 'replies', 'unsupported_messages']),
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

/** Returns the message of a request as a phone shows it; null when it was rejected or is no message. */
function phoneMessage(
	{ body, purpose, wamid }: RecordedRequest,
	requests: readonly RecordedRequest[],
): PhoneMessage | null {
	if (purpose !== 'messages' || wamid === undefined) return null;
	const type = String(at(body, 'type')) as MessageType | 'template';
	const part = at(body, type);
	const upload = requests.find(({ mediaId }) => mediaId !== undefined && mediaId === at(part, 'id'));
	return {
		id: wamid,
		phone: stringOrNull(at(body, 'to')) ?? `${String(at(body, 'recipient'))}@bsuid`,
		type: type === 'template' ? 'text' : type,
		text: type === 'text' ? String(at(part, 'body')) : null,
		caption: stringOrNull(at(part, 'caption')),
		filename: stringOrNull(at(part, 'filename')),
		sha256: stringOrNull(at(upload?.body, 'file.sha256')),
		replyTo: stringOrNull(at(body, 'context.message_id')),
	};
}

/** Returns the BSUID in a person's id; null for a phone number. */
function bsuidIn(person: string): string | null {
	return person.endsWith('@bsuid') ? person.slice(0, -'@bsuid'.length) : null;
}

function stringOrNull(value: unknown): string | null {
	return typeof value === 'string' ? value : null;
}

function notSupported(): Promise<never> {
	return Promise.reject(new Error('Nobody does that on this network.'));
}
