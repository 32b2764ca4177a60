import { createHash, createHmac } from 'node:crypto';
import type { Clock } from '../../../domain/clock.ts';
import type { InstanceId } from '../../../domain/ids.ts';
import { constantTimeEqual } from '../../../lib/crypto/constant-time.ts';
import { recordChanges } from './record-changes.ts';
import { boundedText, NAME_LIMIT } from '../../bounded-text.ts';
import type { Inbox } from './inbox.ts';
import type { Session } from '../session/session.ts';
import { parseChanges, selectNumber, type Change } from './payload.ts';

/** Handles the webhooks that Meta sends for an instance. */
export interface CloudApiWebhook {
	/** Returns whether this is the configured verify token. */
	isVerifyToken(token: string): boolean;
	/** Returns whether the configured app at Meta signed the bytes. `signature` is the header X-Hub-Signature-256. */
	isSigned(bytes: Uint8Array, signature: string): boolean;
	/** Returns whether an instance has an open connection in this process. */
	isConnected(instanceId: InstanceId): boolean;
	/**
	 * Records a payload. Resolves when it is durable. An app at Meta has one webhook for all its numbers, so changes of
	 * other numbers are recorded for the instances that are connected to these.
	 */
	receive(instanceId: InstanceId, payload: unknown): Promise<WebhookResult>;
}

export interface WebhookResult {
	/**
	 * False: the instance has no connection in this process, or a status may belong to a message whose response has not
	 * arrived yet, or a change to a message that has not arrived yet. Meta has to deliver the webhook again.
	 */
	accepted: boolean;
	/** The changes that are of no open connection of this process. They are not recorded. */
	foreign: readonly ForeignChanges[];
}

/** Changes of a number, or of a business, to which no instance is connected in this process. */
export interface ForeignChanges {
	/** The phone number id, or the business id. */
	accountId: string;
	/** The digits of the phone number; null: the changes are about a business, or do not contain the number. */
	phone: string | null;
	/** Returns a payload with the changes of this number only. */
	payload: () => unknown;
}

/** The open connection of an instance. */
export interface WebhookSession {
	session: Session;
	inbox: Inbox;
}

export interface WebhookDeps {
	/** Null: no app is configured, and no webhook is accepted. */
	meta: { appSecret: string; verifyToken: string } | null;
	sessions: ReadonlyMap<InstanceId, WebhookSession>;
	clock: Clock;
}

export function createWebhook({ meta, sessions, clock }: WebhookDeps): CloudApiWebhook {
	/** Returns whether everything is recorded. */
	async function record({ session, inbox }: WebhookSession, changes: readonly Change[]): Promise<boolean> {
		const { isComplete, storedIds } = await recordChanges(session, inbox, changes, clock.now());
		// A session that was closed during the call has not recorded everything.
		const isRecorded = isComplete && !session.isClosed();
		if (isRecorded) session.context.noteAcknowledged(storedIds);
		return isRecorded;
	}

	return {
		isVerifyToken: (token) => meta !== null && constantTimeEqual(digestOf(token), digestOf(meta.verifyToken)),
		isSigned(bytes, signature) {
			if (meta === null) return false;
			const expected = `sha256=${createHmac('sha256', meta.appSecret).update(bytes).digest('hex')}`;
			return constantTimeEqual(signature, expected);
		},
		isConnected: (instanceId) => sessions.has(instanceId),
		async receive(instanceId, payload) {
			const opened = sessions.get(instanceId);
			const changes = parseChanges(payload);
			const isOwn = opened === undefined ? () => false : isOf(opened);
			const others = changes.filter((change) => !isOwn(change));
			const recipients = [...sessions.values()].filter((other) => others.some(isOf(other)));
			let accepted =
				opened === undefined ? recipients.length > 0 : await record(opened, changes.filter(isOwn));
			for (const other of recipients)
				accepted = (await record(other, others.filter(isOf(other)))) && accepted;
			const foreign = others.filter((change) => !recipients.some((other) => isOf(other)(change)));
			return { accepted, foreign: groupForeign(foreign, payload) };
		},
	};
}

/** Returns whether a change is about the number, or the business, of a connection. */
function isOf({ session: { account } }: WebhookSession): (change: Change) => boolean {
	return ({ phoneNumberId, businessId }) =>
		phoneNumberId === null
			? businessId === account.credentials.businessId
			: phoneNumberId === account.credentials.phoneNumberId;
}

/** Groups changes of a payload by their number or business. */
function groupForeign(changes: readonly Change[], payload: unknown): ForeignChanges[] {
	const groups = Map.groupBy(changes, ({ phoneNumberId, businessId }) => phoneNumberId ?? businessId ?? '');
	return [...groups].map(([accountId, [first]]) => ({
		accountId: boundedText(accountId, NAME_LIMIT),
		phone: first?.phone ?? null,
		payload: () => selectNumber(payload, accountId),
	}));
}

/** Digests have the same length for all texts, so that the comparison does not reveal the length of the token. */
function digestOf(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
