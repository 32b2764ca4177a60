import type { MessageKey } from './wire.ts';

/** A version of a collection of shared state. */
export interface SyncdPatch {
	version?: { version: number };
	mutations?: { operation?: number; record: SyncdRecord }[];
	snapshotMac?: Uint8Array;
	patchMac?: Uint8Array;
	keyId?: { id: Uint8Array };
}

interface SyncdRecord {
	index: { blob: Uint8Array };
	value: { blob: Uint8Array };
	keyId: { id: Uint8Array };
}

export interface SyncActionData {
	/** JSON. */
	index: Uint8Array;
	value: SyncAction;
	padding: Uint8Array;
	version?: number;
}

/** A change by a device. */
export interface SyncAction {
	/** Epoch milliseconds. */
	timestamp?: number;
	/** The end is in epoch milliseconds; -1: never. */
	muteAction?: { muted?: boolean; muteEndTimestamp?: number };
	pinAction?: { pinned?: boolean };
	pushNameSetting?: { name?: string };
	archiveChatAction?: { archived?: boolean; messageRange?: MessageRange };
	markChatAsReadAction?: { read?: boolean; messageRange?: MessageRange };
}

interface MessageRange {
	lastMessageTimestamp?: number;
	messages?: { key: MessageKey; timestamp?: number }[];
}
