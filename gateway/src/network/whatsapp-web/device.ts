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
import type { Identities } from './session/identities.ts';
import type { UnitOfWork } from './session/unit-of-work.ts';
import type { Locks } from './session/locks.ts';
import type { MediaHost } from './files/media-host.ts';

/** A connection to WhatsApp that stands. */
export interface OpenLink {
	socket: WASocket;
	identities: Identities;
	mediaHost: MediaHost;
}

/** The device of an instance, linked or to be linked, for as long as one connection of the driver lasts. */
export interface Device {
	instanceId: InstanceId;
	baileys: Baileys;
	host: DriverContext;
	creds: AuthenticationCreds;
	ledger: UnitOfWork;
	locks: Locks;
	clock: Clock;
	files: FileStore;
	/** The guarded way out, for files. */
	agent: Dispatcher;
	count: CountNetworkFault;
	log: Log;
	baileysLog: ILogger;
	/** The link as it stands, or once it stands again. Rejects when the connection ends before. */
	link(): Promise<OpenLink>;
	/** Whether the connection has ended, or is about to: nothing is acknowledged any more. */
	isOver(): boolean;
	/** Aborted at that moment, with what is under way for the connection. */
	ended: AbortSignal;
}
