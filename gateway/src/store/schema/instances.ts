import type { InstanceId } from '../../domain/ids.ts';
import type { ConnectMethod, DisconnectReason, InstanceStatus } from '../../domain/instances/instance.ts';
import type { RestrictionKind } from '../../domain/instances/restriction.ts';
import type { SealedText } from '../../lib/crypto/sealed-text.ts';
import type { Flag, JsonText, Time } from './column-types.ts';

export interface InstanceTable {
	id: InstanceId;
	name: string;
	status: InstanceStatus;
	method: ConnectMethod | null;
	phone: string | null;
	profile_name: string | null;
	profile_pic_url: string | null;
	auto_read: Flag;
	auto_typing: Flag;
	/** JSON array of the event kinds its own webhook receives; empty: all kinds of the specification. */
	webhook_events: JsonText;
	/** The current QR code as a data URI; only while status is `qr_pending`. */
	qr_code: string | null;
	qr_expires_at: Time | null;
	disconnect_reason: DisconnectReason | null;
	created_at: Time;
	connected_at: Time | null;
	last_seen_at: Time;
	/** Milliseconds of silence after which a chat that a person took is released; null: chats are not taken. */
	takeover_release_after: number | null;
	reject_calls: Flag;
	proxy_url: SealedText | null;
	/** The code to type on the phone; only while status is `qr_pending`. Its end is qr_expires_at. */
	pairing_code: string | null;
	/** JSON of a PasskeyRequest; only while the network waits for its answer. */
	passkey_request: JsonText | null;
	/** The phone number that is linked by a pairing code; null: none is being linked so. */
	pairing_phone: string | null;
	/** The restriction of the account; null: it has none. */
	restriction_kind: RestrictionKind | null;
	restriction_reason: string | null;
	/** END_UNKNOWN: the network does not report when the restriction ends. */
	restricted_until: Time | null;
	new_chats_left: number | null;
	/** The time of the last commit of its deletion; null: it is not being deleted. */
	deleting_at: Time | null;
}

/** Counts of an instance in one UTC hour, updated with every message so that no read has to count messages. */
export interface InstanceHourlyStatsTable {
	instance_id: InstanceId;
	/** The hour in UTC, as `YYYY-MM-DDTHH`. */
	hour: string;
	sent: number;
	received: number;
	delivered: number;
	read: number;
	failed: number;
	/** When the last message of the hour was received. */
	last_received_at: Time | null;
}

/** Counts of an instance in five minutes; see InstanceHourlyStatsTable. */
export interface InstanceRecentCountTable {
	instance_id: InstanceId;
	starts_at: Time;
	sent: number;
	received: number;
	failed: number;
}

/** A value that a network driver stores for an instance, such as its credentials, under a key of the driver. */
export interface NetworkSessionTable {
	instance_id: InstanceId;
	key: string;
	value: string;
}

/** Reports of an instance's network that were recorded last, so that a repeated one is not recorded again. */
export interface RecentReportsTable {
	instance_id: InstanceId;
	/** Digests, oldest first, separated by spaces. */
	digests: string;
}

/** A counter of the whole account or gateway. */
export interface CounterTable {
	name: 'credits_used' | 'instance_limit' | 'writability_checks';
	value: number;
}
