import type { Cancel, Clock } from '../../../domain/clock.ts';
import type { InstanceId } from '../../../domain/ids.ts';
import type { DriverContext } from '../../driver.ts';
import type { Account } from '../account.ts';
import { withAutoRead } from '../auto-read.ts';
import type { PeerViews } from './peer-view.ts';
import { simulatedGroups, type SimulatedGroups } from '../groups/groups.ts';

/** The simulated device an instance is, or is being, linked to, for as long as one connection lasts. */
export interface Phone {
	instanceId: InstanceId;
	host: DriverContext;
	/** Set once the instance is connected: its QR code was scanned, or its credentials were accepted. */
	account: Account | null;
	/** Whether there is a QR code to scan. */
	showsQr: boolean;
	groups: SimulatedGroups;
	/** What the phones at the other end of its chats see of it. */
	sights: PeerViews;
	/** Calls back after the delay with the time, or never when the connection ends before. */
	wait: (delay: number, fire: (at: number) => void) => void;
	/** Gives the time when a message has reached the network; rejects when the connection ends on the way. */
	transit: (delay: number) => Promise<number>;
	/** What is on its way to the network does not get there. */
	interrupt: () => void;
	/** Ends the connection and everything that was still to happen. */
	hangUp: () => void;
}

export function createPhone(
	instanceId: InstanceId,
	host: DriverContext,
	sights: PeerViews,
	clock: Clock,
): Phone {
	const cancels = new Set<Cancel>();
	const inTransit = new Set<(reason: Error) => void>();
	let over = false;

	function wait(delay: number, fire: (at: number) => void): void {
		if (over) return;
		const cancel = clock.schedule(delay, () => {
			cancels.delete(cancel);
			fire(clock.now());
		});
		cancels.add(cancel);
	}

	function interrupt(): void {
		for (const reject of inTransit) reject(new Error('The connection ended before the network answered.'));
		inTransit.clear();
	}

	return {
		instanceId,
		host: withAutoRead(host, (chatId) => {
			sights.sawRead(chatId, clock.now());
		}),
		account: null,
		showsQr: false,
		groups: simulatedGroups(host.session, clock),
		sights,
		wait,
		async transit(delay) {
			if (over) throw new Error('The connection is closed.');
			const { promise, resolve, reject } = Promise.withResolvers<number>();
			inTransit.add(reject);
			wait(delay, resolve);
			return promise.finally(() => inTransit.delete(reject));
		},
		interrupt,
		hangUp() {
			over = true;
			for (const cancel of cancels) cancel();
			cancels.clear();
			interrupt();
		},
	};
}
