import { sleep, type Cancel } from '../../../domain/clock.ts';
import type { Device, DeviceConnection } from '../device.ts';
import { refusalCode } from '../errors/refusal-code.ts';
import { restrictionOf, type AccountStanding } from './restriction.ts';

/** The key, in the session, of the restriction that was reported last. */
const REPORTED_KEY = 'whatsapp-web.restriction';
/** Milliseconds after a failed query until it is tried again, and how often. */
const RETRY_DELAYS = [10_000, 60_000, 10 * 60_000];
/** Milliseconds between two queries because of refused messages. */
const MIN_PAUSE = 5000;
/** Milliseconds after the announced end of a restriction until it is queried again; an hour at most. */
const AFTER_END = 5000;
const MAX_WAIT = 3_600_000;

/** Reports the restrictions of the account, whenever they change. */
export interface RestrictionWatch {
	attach(connection: DeviceConnection): void;
	onOpen(connection: DeviceConnection): void;
	onClosed(): void;
	/**
	 * Whether the account was restricted when WhatsApp refused a message, just before this call, or was so since. Queries
	 * WhatsApp: what it told before may be out of date. Throws where WhatsApp does not answer.
	 */
	wasRestricted(connection: DeviceConnection): Promise<boolean>;
}

export function createRestrictionWatch(device: Device): RestrictionWatch {
	const { unitOfWork, clock, log, instanceId } = device;
	const standing: AccountStanding = { timelock: null, cap: null };
	let queriedAt = -Infinity;
	/** How often WhatsApp reported that the account is restricted. */
	let timesRestricted = 0;
	let cancelNext: Cancel = () => undefined;
	let lastReport: Promise<void> = Promise.resolve();
	/** The next query for refused messages, for which they all wait; null: it has begun, or none is needed. */
	let nextQuery: Promise<boolean> | null = null;
	device.closeSignal.addEventListener('abort', () => {
		cancelNext();
	});

	/**
	 * Queries WhatsApp; returns whether it answered, be it with a refusal. A failure is tried again a few times, then at the
	 * next reason to ask.
	 */
	async function query(connection: DeviceConnection, failures = 0): Promise<boolean> {
		const { socket } = connection;
		cancelNext();
		queriedAt = clock.now();
		try {
			const timelock = await socket.fetchAccountReachoutTimelock();
			// Only some accounts have a cap; WhatsApp refuses the query for the others.
			const cap = await socket.fetchNewChatMessageCap().catch(() => null);
			Object.assign(standing, { timelock, cap });
			report(connection);
			return true;
		} catch (error) {
			if (device.isClosed() || !socket.ws.isOpen) return false;
			const delay = RETRY_DELAYS[failures];
			log.warn({ err: error, instanceId }, 'WhatsApp did not return the restrictions of the account');
			if (delay !== undefined) schedule(connection, delay, failures + 1);
			return refusalCode(error) !== null;
		}
	}

	/** Queries WhatsApp a pause after the query before. */
	async function queryNext(connection: DeviceConnection): Promise<boolean> {
		const pause = Math.min(queriedAt + MIN_PAUSE - clock.now(), MIN_PAUSE);
		if (pause > 0) await sleep(clock, pause);
		nextQuery = null;
		if (device.isClosed() || !connection.socket.ws.isOpen) return false;
		return query(connection);
	}

	function schedule(connection: DeviceConnection, delay: number, failures = 0): void {
		cancelNext();
		cancelNext = clock.schedule(delay, () => {
			if (!device.isClosed() && connection.socket.ws.isOpen) void query(connection, failures);
		});
	}

	/** Reports the restriction if it is another one than before. */
	function report(connection: DeviceConnection): void {
		const restriction = restrictionOf(standing, clock.now());
		if (restriction !== null) {
			timesRestricted += 1;
			const end = restriction.until ?? Infinity;
			schedule(connection, Math.min(end - clock.now() + AFTER_END, MAX_WAIT));
		}
		lastReport = lastReport.then(async () => {
			const stored = (await unitOfWork.read([REPORTED_KEY])).get(REPORTED_KEY) ?? null;
			if (device.isClosed() || JSON.stringify(stored) === JSON.stringify(restriction)) return;
			unitOfWork.set({ [REPORTED_KEY]: restriction });
			unitOfWork.addEvents([{ kind: 'restriction', restriction }]);
			await unitOfWork.commit();
		});
		lastReport = lastReport.catch(() => undefined);
	}

	return {
		attach(connection) {
			const { socket } = connection;
			socket.ev.on('connection.update', ({ reachoutTimeLock }) => {
				if (reachoutTimeLock === undefined || device.isClosed()) return;
				standing.timelock = reachoutTimeLock;
				report(connection);
			});
			socket.ev.on('message-capping.update', (cap) => {
				if (device.isClosed()) return;
				standing.cap = cap;
				report(connection);
			});
		},
		onOpen(connection) {
			nextQuery = null;
			void query(connection);
		},
		onClosed() {
			cancelNext();
		},
		async wasRestricted(connection) {
			const isKnown = restrictionOf(standing, clock.now()) !== null;
			const timesBefore = timesRestricted;
			nextQuery ??= queryNext(connection);
			if (!(await nextQuery)) throw new Error('WhatsApp did not return the restrictions of the account.');
			await lastReport;
			// A restriction that has ended while the query waited was the reason of the refusal.
			return isKnown || timesRestricted > timesBefore;
		},
	};
}
