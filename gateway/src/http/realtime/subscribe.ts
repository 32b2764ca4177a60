import { canSee, type VisibleInstances } from '../../domain/access/caller.ts';
import { GatewayError } from '../../domain/error.ts';
import { throwInstanceNotFound, instanceOrThrow } from '../../instances/find-instance.ts';
import { isOfPhone, type Channel } from '../../realtime/channel.ts';
import type { Connection } from '../../realtime/connection.ts';
import type { EventFeed } from '../../realtime/event-feed.ts';
import type { StatusFeed } from '../../realtime/status-feed.ts';
import type { Subscriptions } from '../../realtime/subscriptions.ts';
import type { Store } from '../../store/store.ts';

/** Most phones to which one connection subscribes: any number is one, so nothing else limits them. */
const PHONES_LIMIT = 100;

export interface SubscribeDeps {
	store: Pick<Store, 'read'>;
	subscriptions: Subscriptions;
	statusFeed: StatusFeed;
	eventFeed: EventFeed;
	/** Whether the network is simulated: only that one has phones. */
	hasPhones: boolean;
}

/**
 * Subscribes a connection to a channel and confirms it. Throws instance_not_found where the caller cannot see the
 * instance, and invalid_parameters for a phone of a network that has none, or for one phone too many.
 */
export type Subscribe = (
	channel: Channel,
	connection: Connection,
	visible: VisibleInstances,
) => Promise<void>;

export function createSubscribe(deps: SubscribeDeps): Subscribe {
	const { store, subscriptions, statusFeed, eventFeed, hasPhones } = deps;
	return async (channel, connection, visible) => {
		if ('instanceId' in channel && channel.instanceId !== null && !canSee(visible, channel.instanceId)) {
			throwInstanceNotFound();
		}
		const subscribed = JSON.stringify({ type: 'subscribed', channel: channel.name });
		if (channel.kind === 'status') {
			const { id } = await instanceOrThrow(store.read, channel.instanceId);
			// Subscribed before the status is read, so that no change in between is lost.
			subscriptions.add(channel.name, connection, visible);
			connection.send(subscribed);
			try {
				await statusFeed.sendCurrent(id, channel.name, connection);
			} catch (error) {
				subscriptions.remove(channel.name, connection);
				throw error;
			}
			return;
		}
		if (channel.kind === 'alerts') {
			subscriptions.add(channel.name, connection, visible);
			connection.send(subscribed);
			return;
		}
		if (channel.kind === 'phone') {
			if (!hasPhones) throw noPhones();
			const others = subscriptions.channelsOf(connection).filter((name) => name !== channel.name);
			if (others.filter(isOfPhone).length >= PHONES_LIMIT) throw tooManyPhones();
			subscriptions.add(channel.name, connection, visible);
			connection.send(subscribed);
			return;
		}
		if (channel.kind === 'events' && channel.instanceId !== null) {
			await instanceOrThrow(store.read, channel.instanceId);
		}
		subscriptions.add(channel.name, connection, visible);
		connection.send(subscribed);
		eventFeed.onSubscribed();
	};
}

function tooManyPhones(): GatewayError {
	return new GatewayError(
		'invalid_parameters',
		`A connection subscribes to ${PHONES_LIMIT} phones at most. Unsubscribe from one first.`,
	);
}

function noPhones(): GatewayError {
	return new GatewayError(
		'invalid_parameters',
		'Only the simulated network has phones. Start a gateway with GATEWAY_NETWORK=simulator.',
	);
}
