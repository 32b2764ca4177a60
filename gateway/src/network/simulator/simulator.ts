import type { Cancel, Clock } from '../../domain/clock.ts';
import type { InstanceId, MessageId } from '../../domain/ids.ts';
import type { MessageFailure } from '../../domain/message.ts';
import {
	NetworkRefusal,
	type IncomingMessage,
	type NetworkConnection,
	type NetworkDriver,
	type NetworkEvent,
	type NetworkHost,
	type UnsettledMessage,
} from '../driver.ts';
import type { SimulatorLatency } from './latency.ts';
import { habitOf, profileOf } from './phones.ts';
import { NOT_ON_NETWORK, playRecipient } from './recipient.ts';

/** How long a QR code can be scanned, in milliseconds. */
const QR_LIFETIME = 60_000;
const SESSION_KEY = 'linked';

/** What a person with a phone does on the simulated network. Each gives false when the instance is not there. */
export interface SimulatorControls {
	/** The phone scans the QR code that is on show. */
	scan(instanceId: InstanceId): Promise<boolean>;
	/** The phone's owner ends the session on the device. */
	logOut(instanceId: InstanceId): Promise<boolean>;
	/** Somebody writes to the instance. */
	receive(instanceId: InstanceId, message: IncomingMessage): Promise<boolean>;
	/** The recipient of a message does something by hand. */
	receipt(
		instanceId: InstanceId,
		messageId: MessageId,
		what: { status: 'delivered' | 'read' } | { status: 'failed'; failure: MessageFailure },
	): Promise<boolean>;
}

export interface Simulator extends NetworkDriver {
	controls: SimulatorControls;
}

/** A phone of the simulated network that an instance is, or is being, linked to. */
interface Phone {
	host: NetworkHost;
	linked: boolean;
	/** Ends everything that is still to happen. */
	cancels: Set<Cancel>;
	/** Rejects sends the network has not taken over yet. */
	inTransit: Set<(reason: Error) => void>;
}

/**
 * A messaging network inside the gateway: phones that exist or not, receive, read, block and echo. It keeps
 * nothing but who is linked; what it still owes of receipts it makes up from the gateway's own messages.
 * `token` gives the text that makes one QR code differ from the next.
 */
export function createSimulator(clock: Clock, latency: SimulatorLatency, token: () => string): Simulator {
	const phones = new Map<InstanceId, Phone>();

	function open(instanceId: InstanceId, host: NetworkHost): { phone: Phone; connection: NetworkConnection } {
		const phone: Phone = { host, linked: false, cancels: new Set(), inTransit: new Set() };
		phones.set(instanceId, phone);
		const connection: NetworkConnection = {
			async send(message) {
				await transit(instanceId, phone);
				if (habitOf(message.to) === 'absent') throw new NetworkRefusal(NOT_ON_NETWORK);
				play(instanceId, phone, { ...message, status: 'sent' });
				return { networkId: message.id };
			},
			latency: () => latency.sent,
			close() {
				hangUp(instanceId, phone);
				return Promise.resolve();
			},
		};
		return { phone, connection };
	}

	function hangUp(instanceId: InstanceId, phone: Phone): void {
		if (phones.get(instanceId) === phone) phones.delete(instanceId);
		for (const cancel of phone.cancels) cancel();
		phone.cancels.clear();
		for (const reject of phone.inTransit)
			reject(new Error('The connection ended before the network answered.'));
		phone.inTransit.clear();
	}

	/** Calls back after the delay, unless the phone hangs up before. */
	function later(instanceId: InstanceId, phone: Phone, delay: number, fire: (at: number) => void): void {
		if (phones.get(instanceId) !== phone) return;
		const cancel = clock.after(delay, () => {
			phone.cancels.delete(cancel);
			fire(clock.now());
		});
		phone.cancels.add(cancel);
	}

	/** The time a message needs to the network; rejects when the connection ends on the way. */
	async function transit(instanceId: InstanceId, phone: Phone): Promise<void> {
		const { promise, resolve, reject } = Promise.withResolvers<unknown>();
		phone.inTransit.add(reject);
		later(instanceId, phone, latency.sent, resolve);
		await promise.finally(() => phone.inTransit.delete(reject));
	}

	function play(instanceId: InstanceId, phone: Phone, message: UnsettledMessage): void {
		playRecipient(
			message,
			latency,
			(delay, fire) => {
				later(instanceId, phone, delay, fire);
			},
			(events) => phone.host.report(events),
		);
	}

	function showQr(instanceId: InstanceId, phone: Phone): void {
		const expiresAt = clock.now() + QR_LIFETIME;
		const text = `messaging-gateway-simulator:${instanceId}:${token()}`;
		tell(phone, [{ kind: 'qr', text, expiresAt }]);
		later(instanceId, phone, QR_LIFETIME, () => {
			if (!phone.linked) showQr(instanceId, phone);
		});
	}

	return {
		link(instanceId, host) {
			const { phone, connection } = open(instanceId, host);
			showQr(instanceId, phone);
			return Promise.resolve(connection);
		},
		async resume(instanceId, host) {
			if ((await host.session.read(SESSION_KEY)) === null) {
				const { phone, connection } = open(instanceId, host);
				tell(phone, [{ kind: 'disconnected', reason: 'logged_out' }]);
				return connection;
			}
			const owed = await host.unsettled();
			const { phone, connection } = open(instanceId, host);
			phone.linked = true;
			tell(phone, [{ kind: 'connected', profile: profileOf(instanceId) }]);
			for (const message of owed) play(instanceId, phone, message);
			return connection;
		},
		controls: {
			async scan(instanceId) {
				const phone = phones.get(instanceId);
				if (phone === undefined || phone.linked) return false;
				phone.linked = true;
				await phone.host.session.write({ [SESSION_KEY]: clock.now().toString() });
				await phone.host.report([{ kind: 'connected', profile: profileOf(instanceId) }]);
				return true;
			},
			async logOut(instanceId) {
				const phone = phones.get(instanceId);
				if (phone?.linked !== true) return false;
				hangUp(instanceId, phone);
				await phone.host.session.write({ [SESSION_KEY]: null });
				await phone.host.report([{ kind: 'disconnected', reason: 'logged_out' }]);
				return true;
			},
			async receive(instanceId, message) {
				const phone = phones.get(instanceId);
				if (phone?.linked !== true) return false;
				await phone.host.report([{ kind: 'message', message }]);
				return true;
			},
			async receipt(instanceId, messageId, what) {
				const phone = phones.get(instanceId);
				if (phone?.linked !== true) return false;
				const at = clock.now();
				await phone.host.report([
					what.status === 'failed'
						? { kind: 'failure', messageId, failure: what.failure, at }
						: { kind: 'receipt', messageId, status: what.status, at },
				]);
				return true;
			},
		},
	};
}

/** Reports what nobody waits for. Whoever records it has logged a failure, and a resumed connection tells it again. */
function tell(phone: Phone, events: NetworkEvent[]): void {
	phone.host.report(events).catch(() => undefined);
}
