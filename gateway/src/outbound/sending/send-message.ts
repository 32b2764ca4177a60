import type { Clock } from '../../domain/clock.ts';
import { isMediaType, type MessageFailure, type SentType } from '../../domain/messages/message.ts';
import { GatewayError } from '../../domain/error.ts';
import type { InstanceId } from '../../domain/ids.ts';
import type { Recorder } from '../../inbound/recorder.ts';
import type { NetworkConnection } from '../../network/driver.ts';
import type { OutgoingMessage } from '../../network/network-message.ts';
import type { InFlight } from '../../network/connections/in-flight.ts';
import { outgoingMessage } from '../../network/outgoing-message.ts';
import { PermanentSendError } from '../../network/permanent-send-error.ts';
import { TemporarySendError } from '../../network/temporary-send-error.ts';
import { findInstance } from '../../store/instances/instances.ts';
import { sentDetailsOf } from '../../store/messages/message-details.ts';
import type { Db, MessageRow } from '../../store/schema.ts';
import { assertSupported, type CheckedMessage } from '../queueing/assert-supported.ts';
import { expiryOf, MESSAGE_TTL } from '../queueing/expire-messages.ts';
import type { ResolveMedia } from '../media/resolve-media.ts';
import type { SendThrottle } from './send-throttle.ts';
import type { Transfers } from './transfers.ts';

/** Runs the transfer of a message to the network, and may observe it. */
export type SendInstrumentation = <T>(message: MessageRow, transfer: () => Promise<T>) => Promise<T>;

export interface SendMessageDeps {
	read: Db;
	clock: Clock;
	recordStatus: Recorder['recordStatus'];
	/** Finds, or downloads, the file of a media message. */
	resolveMedia: ResolveMedia;
	/** Called with the path of that file when the message's turn has ended. */
	releaseMedia: (path: string) => Promise<void>;
	throttle: SendThrottle;
	/** Sends whose outcome is not recorded yet. */
	inFlight: InFlight;
	/** Waits for this many milliseconds; returns false, at once, when the gateway stops. */
	pause: (duration: number) => Promise<boolean>;
	transfers: Transfers;
	/** The connection of an instance that can send, or null. */
	connectionOf: (instanceId: InstanceId) => NetworkConnection | null;
	observe: SendInstrumentation;
}

/**
 * Sends one message and records that it was sent, or why it never will be. Throws when the outcome is not known: then
 * the message stays queued and may be sent again. When the gateway stops before the message's turn, it stays queued too.
 * A message that was cancelled is not sent.
 */
export type SendMessage = (connection: NetworkConnection, message: MessageRow) => Promise<void>;

export function createSendMessage(deps: SendMessageDeps): SendMessage {
	const { read, clock, recordStatus, pause, transfers } = deps;

	/** The job that expires messages may have reported this one as failed already. */
	function throwIfExpired(message: MessageRow): void {
		if (clock.now() - message.created_at > MESSAGE_TTL) throw new PermanentSendError(expiryOf(message));
	}

	/** Shows a typing indicator for as long as a person would type the message (specification, settings.autoTyping). */
	async function showTyping(connection: NetworkConnection, message: MessageRow): Promise<void> {
		const duration = connection.getTypingDuration(message.content);
		if (duration === null) return;
		const instance = await findInstance(read, message.instance_id);
		if (instance?.auto_typing !== 1) return;
		await connection.showTyping(message.chat_id);
		await pause(duration);
	}

	/** Refuses a message that was accepted for another network, and that the network of the connection does not support. */
	function throwIfUnsupported({ capabilities }: NetworkConnection, message: MessageRow): void {
		try {
			// Only the official API has templates.
			assertSupported(
				checkedMessage(message),
				capabilities,
				capabilities.has('templates') ? 'official' : 'qrcode',
			);
		} catch (error) {
			if (!(error instanceof GatewayError)) throw error;
			throw new PermanentSendError({ code: 'network_error', message: error.message }, { cause: error });
		}
	}

	async function recordRefusal({ id, instance_id: instanceId }: MessageRow, error: unknown): Promise<void> {
		if (!(error instanceof PermanentSendError)) throw error;
		const failure: MessageFailure = { code: error.code, message: error.message };
		await recordStatus({ instanceId, messageId: id, failure, refused: true, at: clock.now() });
	}

	/** Prepares a message, and waits for its turn. Returns what to send; null: the gateway stops before the turn. */
	async function prepare(
		connection: NetworkConnection,
		message: MessageRow,
	): Promise<OutgoingMessage | null> {
		throwIfExpired(message);
		throwIfUnsupported(connection, message);
		await connection.waitForRateLimit();
		const outgoing = outgoingMessage(message, await deps.resolveMedia(message));
		if (!(await pause(deps.throttle(message.instance_id)))) return null;
		throwIfExpired(message);
		await showTyping(connection, message);
		return outgoing;
	}

	/** The transfer counts as begun until its outcome is recorded; the message can be cancelled only before that. */
	async function transfer(
		connection: NetworkConnection,
		message: MessageRow,
		outgoing: OutgoingMessage,
	): Promise<void> {
		const { id: messageId, instance_id: instanceId } = message;
		const isCurrent = (): boolean => deps.connectionOf(instanceId) === connection;
		if (!(await transfers.begin(message, isCurrent))) return;
		try {
			await deps.inFlight
				.track(instanceId, async () => {
					const { networkId } = await deps.observe(message, () => connection.send(outgoing));
					await recordStatus({ instanceId, messageId, status: 'sent', at: clock.now(), networkId });
				})
				.catch((error: unknown) => recordRefusal(message, error));
			transfers.completed(message);
		} catch (error) {
			if (error instanceof TemporarySendError) await transfers.rejected(message);
			else await transfers.outcomeUnknown(message);
			throw error;
		}
	}

	return async (connection, message) => {
		let outgoing: OutgoingMessage | null;
		try {
			outgoing = await prepare(connection, message);
		} catch (error) {
			await recordRefusal(message, error);
			return;
		}
		if (outgoing === null) return;
		try {
			await transfer(connection, message, outgoing);
		} finally {
			if (outgoing.media !== null) await deps.releaseMedia(outgoing.media.path);
		}
	};
}

/** The properties of a queued message that decide whether a network takes it. */
function checkedMessage(row: MessageRow): CheckedMessage {
	const { type, media_url: mediaUrl, filename, caption } = row;
	return {
		to: row.recipient ?? row.chat_id,
		type: type as SentType,
		media: isMediaType(type) ? { mediaUrl, filename, caption } : null,
		details: sentDetailsOf(row),
	};
}
