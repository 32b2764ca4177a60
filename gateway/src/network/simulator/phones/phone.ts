import type { Cancel, Clock } from '../../../domain/clock.ts';
import type { InstanceId } from '../../../domain/ids.ts';
import type { DriverContext } from '../../driver.ts';
import type { Account } from '../account/account.ts';
import { withAutoRead } from '../account/auto-read.ts';
import { withoutBlockedPeople } from '../account/blocked-people.ts';
import { withAcknowledgements } from '../with-acknowledgements.ts';
import { notLinking, type Linking } from '../linking.ts';
import type { PeerViews } from './peer-view.ts';
import { simulatedGroups, type SimulatedGroups } from '../groups/simulated-groups.ts';

/** The time of the simulated network. */
export interface SimulatorClocks {
	clock: Clock;
	/** The same time, which stops at each of its timers when it is moved forward. */
	steps: Clock;
}

/** The simulated device an instance is, or is being, linked to, for as long as one connection lasts. */
export interface Phone {
	instanceId: InstanceId;
	context: DriverContext;
	/** Set once the instance is connected: its QR code was scanned, or its credentials were accepted. */
	account: Account | null;
	/** When a dropped connection is back, in epoch milliseconds; null while none has dropped. */
	backAt: number | null;
	linking: Linking;
	/** The chats whose presence the instance has subscribed to, oldest first. */
	presenceChats: Set<string>;
	groups: SimulatedGroups;
	/** The views of the phones at the other end of its chats. */
	peerViews: PeerViews;
	/**
	 * Calls back with the time after a delay in milliseconds, and never when the connection ends first. The simulated
	 * time stops until the promise of the callback is settled.
	 */
	wait: (delay: number, fire: (at: number) => unknown) => void;
	/** Like `wait`, for repeated work, such as a new QR code: the simulated time does not stop for it. */
	waitInBackground: Phone['wait'];
	/** Returns the time at which a message reaches the network. Throws when the connection ends first. */
	transit: (delay: number) => Promise<number>;
	/** How many messages are on their way to the network. */
	countInTransit: () => number;
	/** Lets the messages on their way to the network fail. */
	abortTransit: () => void;
	/** Ends the connection, cancels its timers and lets the messages on their way fail. */
	close: () => void;
}

export function createPhone(
	instanceId: InstanceId,
	context: DriverContext,
	peerViews: PeerViews,
	{ clock, steps }: SimulatorClocks,
): Phone {
	const cancels = new Set<Cancel>();
	const inTransit = new Set<(reason: Error) => void>();
	let isClosed = false;

	const waitOn =
		(timers: Clock): Phone['wait'] =>
		(delay, fire) => {
			if (isClosed) return;
			const cancel = timers.schedule(delay, () => {
				cancels.delete(cancel);
				return fire(clock.now());
			});
			cancels.add(cancel);
		};
	const wait = waitOn(steps);

	function abortTransit(): void {
		for (const reject of inTransit) reject(new Error('The connection ended before the network answered.'));
		inTransit.clear();
	}

	return {
		instanceId,
		context: withoutBlockedPeople(
			withAutoRead(withAcknowledgements(context), (chatId) => {
				peerViews.recordRead(chatId, clock.now());
			}),
		),
		account: null,
		backAt: null,
		linking: notLinking(),
		presenceChats: new Set(),
		groups: simulatedGroups(context, clock),
		peerViews,
		wait,
		waitInBackground: waitOn(clock),
		async transit(delay) {
			if (isClosed) throw new Error('The connection is closed.');
			const { promise, resolve, reject } = Promise.withResolvers<number>();
			inTransit.add(reject);
			wait(delay, resolve);
			return promise.finally(() => inTransit.delete(reject));
		},
		countInTransit: () => inTransit.size,
		abortTransit,
		close() {
			isClosed = true;
			for (const cancel of cancels) cancel();
			cancels.clear();
			abortTransit();
		},
	};
}
