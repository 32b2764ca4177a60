import { createHash, createHmac } from 'node:crypto';
import type { Clock } from '../../../domain/clock.ts';
import type { InstanceId } from '../../../domain/ids.ts';
import { constantTimeEqual } from '../../../lib/constant-time.ts';
import { recordChanges } from './inbound-messages.ts';
import { boundedText, NAME_LIMIT } from '../../bounded-text.ts';
import type { Inbox } from './inbox.ts';
import type { Session } from '../session/session.ts';
import { changesOf, type Change } from './payload.ts';

/** What Meta's webhook of an instance needs to be answered. */
export interface CloudApiWebhook {
	/** Whether this is the verify token that was entered at Meta. */
	isVerifyToken(token: string): boolean;
	/** Whether the app at Meta has signed these bytes; `signature` is the header X-Hub-Signature-256. */
	isSigned(bytes: Uint8Array, signature: string): boolean;
	/** Records what a webhook tells; resolves when it is durable. */
	receive(instanceId: InstanceId, payload: unknown): Promise<Received>;
}

export interface Received {
	/**
	 * False: the instance has no connection here, or something is of a message that Meta has not answered yet. Meta has
	 * to tell it all again.
	 */
	taken: boolean;
	/** Numbers and accounts the webhook tells of that are not the instance's: what it says of them is left alone. */
	foreignNumbers: readonly string[];
}

/** An instance's connection, as far as a webhook needs it. */
export interface WebhookSession {
	line: Session;
	inbox: Inbox;
}

export interface WebhookDeps {
	/** Null: no app is set, and nothing is believed. */
	meta: { appSecret: string; verifyToken: string } | null;
	sessionOf: (instanceId: InstanceId) => WebhookSession | undefined;
	clock: Clock;
}

export function createWebhook({ meta, sessionOf, clock }: WebhookDeps): CloudApiWebhook {
	return {
		isVerifyToken: (token) => meta !== null && constantTimeEqual(digestOf(token), digestOf(meta.verifyToken)),
		isSigned(bytes, signature) {
			if (meta === null) return false;
			const expected = `sha256=${createHmac('sha256', meta.appSecret).update(bytes).digest('hex')}`;
			return constantTimeEqual(signature, expected);
		},
		async receive(instanceId, payload) {
			const session = sessionOf(instanceId);
			if (session === undefined) return { taken: false, foreignNumbers: [] };
			const { line, inbox } = session;
			const changes = changesOf(payload);
			const own = changes.filter((change) => isOf(line, change));
			const foreignNumbers = changes.filter((change) => !own.includes(change)).map(nameOf);
			const isComplete = await recordChanges(line, inbox, own, clock.now());
			// A line that ended meanwhile records nothing any more.
			return {
				taken: isComplete && !line.isOver(),
				foreignNumbers: [...new Set(foreignNumbers)].slice(0, STRANGERS),
			};
		},
	};
}

/** Most numbers that are told of in the log. */
const STRANGERS = 10;

/** What names no number is about the account. */
function isOf({ account: { credentials } }: Session, { phoneNumberId, businessId }: Change): boolean {
	return phoneNumberId === null
		? businessId === credentials.businessId
		: phoneNumberId === credentials.phoneNumberId;
}

function nameOf({ phoneNumberId, businessId }: Change): string {
	return boundedText(phoneNumberId ?? businessId ?? '', NAME_LIMIT);
}

/** Of the same length for every text. */
function digestOf(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
