import type { Cancel, Clock } from '../../../domain/clock.ts';
import type { InstanceId } from '../../../domain/ids.ts';
import type { DriverContext } from '../../driver.ts';
import type { Account } from '../account.ts';
import { withAutoRead } from '../auto-read.ts';
import { withoutBlockedPeople } from '../blocked-people.ts';
import { notLinking, type Linking } from '../linking.ts';
import type { PeerViews } from './peer-view.ts';
import { simulatedGroups, type SimulatedGroups } from '../groups/simulated-groups.ts';

/** The simulated device an instance is, or is being, linked to, for as long as one connection lasts. */
export interface Phone {
	instanceId: InstanceId;
	context: DriverContext;
	/** Set once the instance is connected: its QR code was scanned, or its credentials were accepted. */
	account: Account | null;
	linking: Linking;
	/** The chats whose presence the instance has subscribed to, oldest first. */
	presenceChats: Set<string>;
	groups: SimulatedGroups;
	/** What the phones at the other end of its chats show of it. */
	peerViews: PeerViews;
	/** Calls back with the time after a delay in milliseconds; never when the connection ends first. */
	wait: (delay: number, fire: (at: number) => void) => void;
	/** Returns the time at which a message reaches the network. Throws when the connection ends first. */
	transit: (delay: number) => Promise<number>;
	/** Lets the messages on their way to the network fail. */
	abortTransit: () => void;
	/** Ends the connection, cancels its timers and lets the messages on their way fail. */
	close: () => void;
}

export function createPhone(
	instanceId: InstanceId,
	context: DriverContext,
	peerViews: PeerViews,
	clock: Clock,
): Phone {
	const cancels = new Set<Cancel>();
	const inTransit = new Set<(reason: Error) => void>();
	let isClosed = false;

	function wait(delay: number, fire: (at: number) => void): void {
		if (isClosed) return;
		const cancel = clock.schedule(delay, () => {
			cancels.delete(cancel);
			fire(clock.now());
		});
		cancels.add(cancel);
	}

	function abortTransit(): void {
		for (const reject of inTransit) reject(new Error('The connection ended before the network answered.'));
		inTransit.clear();
	}

	return {
		instanceId,
		context: withoutBlockedPeople(
			withAutoRead(context, (chatId) => {
				peerViews.recordRead(chatId, clock.now());
			}),
		),
		account: null,
		linking: notLinking(),
		presenceChats: new Set(),
		groups: simulatedGroups(context, clock),
		peerViews,
		wait,
		async transit(delay) {
			if (isClosed) throw new Error('The connection is closed.');
			const { promise, resolve, reject } = Promise.withResolvers<number>();
			inTransit.add(reject);
			wait(delay, resolve);
			return promise.finally(() => inTransit.delete(reject));
		},
		abortTransit,
		close() {
			isClosed = true;
			for (const cancel of cancels) cancel();
			cancels.clear();
			abortTransit();
		},
	};
}
