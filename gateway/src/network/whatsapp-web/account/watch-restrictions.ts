import type { Cancel } from '../../../domain/clock.ts';
import type { Device, DeviceConnection } from '../device.ts';
import { restrictionOf, type AccountStanding } from './restriction.ts';

/** The key, in the session, of the restriction that was reported last. */
const REPORTED_KEY = 'whatsapp-web.restriction';
/** Milliseconds after a failed query until it is tried again, and how often. */
const RETRY_DELAYS = [10_000, 60_000, 10 * 60_000];
/** Milliseconds between two queries because of refused messages. */
const MIN_PAUSE = 10_000;
/** Milliseconds after the announced end of a restriction until it is queried again; an hour at most. */
const AFTER_END = 5000;
const MAX_WAIT = 3_600_000;

/** Reports the restrictions of the account, whenever they change. */
export interface RestrictionWatch {
	attach(connection: DeviceConnection): void;
	onOpen(connection: DeviceConnection): void;
	onClosed(): void;
	/** Whether the account is restricted; asks WhatsApp, unless it was asked a moment ago. */
	isRestricted(): Promise<boolean>;
}

export function createRestrictionWatch(device: Device): RestrictionWatch {
	const { unitOfWork, clock, log, instanceId } = device;
	const standing: AccountStanding = { timelock: null, cap: null };
	let queriedAt = -Infinity;
	let cancelNext: Cancel = () => undefined;
	let lastReport: Promise<void> = Promise.resolve();
	let lastQuery: Promise<void> = Promise.resolve();
	device.closeSignal.addEventListener('abort', () => {
		cancelNext();
	});

	/** Queries WhatsApp. A failure is tried again a few times, then at the next reason to ask. */
	async function query(connection: DeviceConnection, failures = 0): Promise<void> {
		const { socket } = connection;
		cancelNext();
		queriedAt = clock.now();
		try {
			const timelock = await socket.fetchAccountReachoutTimelock();
			// Only some accounts have a cap; WhatsApp refuses the query for the others.
			const cap = await socket.fetchNewChatMessageCap().catch(() => null);
			Object.assign(standing, { timelock, cap });
			report(connection);
		} catch (error) {
			if (device.isClosed() || !socket.ws.isOpen) return;
			const delay = RETRY_DELAYS[failures];
			log.warn({ err: error, instanceId }, 'WhatsApp did not tell the restrictions of the account');
			if (delay !== undefined) schedule(connection, delay, failures + 1);
		}
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
			lastQuery = query(connection);
		},
		onClosed() {
			cancelNext();
		},
		async isRestricted() {
			if (clock.now() - queriedAt >= MIN_PAUSE) lastQuery = query(await device.connection());
			await lastQuery;
			await lastReport;
			return restrictionOf(standing, clock.now()) !== null;
		},
	};
}
