import type { AuthenticationCreds, WASocket } from 'baileys';
import type { ILogger } from 'baileys/lib/Utils/logger.js';
import type { Dispatcher } from 'undici';
import type { Clock } from '../../domain/clock.ts';
import type { InstanceId } from '../../domain/ids.ts';
import type { DriverContext } from '../driver.ts';
import type { FileStore } from '../file-store.ts';
import type { Log } from '../log.ts';
import type { CountNetworkFault } from '../network-fault.ts';
import type { Baileys } from './baileys/baileys.ts';
import type { DisappearingTimers } from './chats/disappearing-timers.ts';
import type { GroupAdmins } from './changes/group-admins.ts';
import type { PollKeys } from './changes/poll-keys.ts';
import type { GroupNames } from './groups/group-names.ts';
import type { Linking } from './linking/link-device.ts';
import type { Identities } from './identity/identities.ts';
import type { UnitOfWork } from './session/unit-of-work.ts';
import type { SessionKeeper } from './session/keep-sessions.ts';
import type { Locks } from './session/locks.ts';
import type { MediaHost } from './files/media-host.ts';

/** One connection of a device to WhatsApp. */
export interface DeviceConnection {
	socket: WASocket;
	identities: Identities;
	mediaHost: MediaHost;
	/** Null: the device was linked before. */
	linking: Linking | null;
}

/**
 * The device of an instance, linked or to be linked. It lives as long as one NetworkConnection, and opens one
 * DeviceConnection after the other.
 */
export interface Device {
	instanceId: InstanceId;
	baileys: Baileys;
	context: DriverContext;
	creds: AuthenticationCreds;
	unitOfWork: UnitOfWork;
	locks: Locks;
	sessions: SessionKeeper;
	clock: Clock;
	files: FileStore;
	polls: PollKeys;
	timers: DisappearingTimers;
	groupNames: GroupNames;
	groupAdmins: GroupAdmins;
	/** The guarded HTTP client for downloads. */
	agent: Dispatcher;
	countFault: CountNetworkFault;
	log: Log;
	baileysLog: ILogger;
	/** Resolves with the open connection, or with the next one. Rejects when the connection is lost before. */
	connection(): Promise<DeviceConnection>;
	/** Whether the device is closed or closing: nothing is acknowledged to WhatsApp from then on. */
	isClosed(): boolean;
	/** Aborted when the device closes. */
	closeSignal: AbortSignal;
}

/**
 * Sends a request to WhatsApp on the open connection; its failure becomes service_unavailable. `what` completes "WhatsApp
 * could not …".
 */
export type SendRequest = <T>(what: string, send: (connection: DeviceConnection) => Promise<T>) => Promise<T>;

/** Resolves with an open connection, however many attempts fail before. Throws when the device closes. */
export async function openConnectionOf({
	connection,
	closeSignal,
}: Pick<Device, 'connection' | 'closeSignal'>): Promise<DeviceConnection> {
	for (;;) {
		closeSignal.throwIfAborted();
		const open = await connection().catch(() => null);
		if (open !== null) return open;
	}
}
