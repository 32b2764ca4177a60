import type { Dispatcher } from 'undici';
import type { Clock } from '../../domain/clock.ts';
import type { Guard } from '../../lib/guarded-http/target.ts';
import type { Semaphore } from '../../lib/concurrency/semaphore.ts';
import type { LinkOptions } from '../driver.ts';
import type { EncryptSession } from '../session/encrypted-session.ts';
import type { ErrorScopes } from '../connections/error-scopes.ts';
import type { FileStore } from '../file-store.ts';
import type { Log } from '../log.ts';
import type { CountNetworkFault } from '../network-fault.ts';
import type { Baileys } from './baileys/baileys.ts';
import type { DeviceHandlers } from './device-handlers.ts';
import type { Device } from './device.ts';

export interface DeviceDeps {
	baileys: Baileys;
	/** The URL of WhatsApp's multi-device server. */
	url: string;
	/** The version of WhatsApp's web client to connect as; absent: the one built into Baileys. */
	version?: [number, number, number];
	clock: Clock;
	/** Returns a number in [0, 1). */
	random: () => number;
	seal: EncryptSession;
	files: FileStore;
	/** The guarded HTTP client for downloads of instances without a proxy. */
	agent: Dispatcher;
	/** Decides which proxies may be used. */
	proxyGuard: Guard;
	scopes: ErrorScopes;
	count: CountNetworkFault;
	/** Identifies the running process, so that the inbox can tell its crash from a reconnection. */
	processId: string;
	log: Log;
	/** Limits how many connections to WhatsApp are opened at the same time. */
	limitOpening: Semaphore;
}

/** A device that reconnects until its connection ends for good. */
export interface ConnectedDevice {
	device: Device;
	handlers: DeviceHandlers;
	/**
	 * Resolves when WhatsApp waits for a code to be scanned or typed, or has accepted the device. Rejects when it does
	 * neither; in that case nothing is reported for the device.
	 */
	started: Promise<void>;
	/** Answers WhatsApp's request for a passkey. Throws invalid_parameters where it has sent none. */
	answerPasskey: (response: Readonly<Record<string, unknown>>) => Promise<void>;
	/** Closes the connection and keeps the keys. Resolves when no write to the session is in flight. */
	close: () => Promise<void>;
	/** Unlinks the device from the account, as far as WhatsApp is reachable, and removes the keys. */
	unlink: () => Promise<void>;
}

/** `link`: reports codes until the phone has confirmed one; `resume`: continues with the stored keys. */
export type ConnectMode = 'resume' | ({ kind: 'link' } & LinkOptions);
