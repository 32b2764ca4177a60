import type { InstanceId } from '../../domain/ids.ts';
import type { NetworkConnection, NetworkDriver, DriverContext } from '../driver.ts';
import type { NetworkEvent } from '../network-event.ts';
import { accountControls, type AccountControls } from './account/account-controls.ts';
import type { AwaitedMessage } from '../network-message.ts';
import {
	connectedEvents,
	linkAccount,
	linkedAccount,
	reportConnected,
	unlinkAccount,
	type Account,
} from './account/account.ts';
import { BY_QR_CODE, checkPairingPhone, report, startLinking, type LinkingDeps } from './linking.ts';
import {
	awaitEndOfRestriction,
	readStoredRestriction,
	withRestrictionInMemory,
} from './account/restriction.ts';
import { deviceControls, type DeviceControls } from './device-controls.ts';
import { openConnection, simulate, type AccountKind } from './connection.ts';
import { createPeerViews, type PeerView } from './phones/peer-view.ts';
import { createFaultQueue, type FaultQueue } from './faults/fault-queue.ts';
import { dropHeldMessages, readHeldMessages, releaseLater } from './faults/held-messages.ts';
import { createNetworkFaults } from './faults/network-faults.ts';
import type { SimulatedGroups } from './groups/simulated-groups.ts';
import { createManualPhones } from './phones/manual-phones.ts';
import { reportControls, type ReportControls } from './reports.ts';
import type { SimulatorLatency } from './latency.ts';
import { retryUntilClosed } from './retry-until-closed.ts';
import { readSessionSnapshot } from './account/session-snapshot.ts';
import { SIMULATOR_CAPABILITIES } from './simulator-capabilities.ts';
import { verifyOfficial } from './account/verify-official.ts';
import { createPhone, type Phone, type SimulatorClocks } from './phones/phone.ts';
import { phoneControls, type PhoneControls } from './phones/phone-controls.ts';
import { createPhoneEvents } from './phones/phone-events.ts';
import { withReplyWindow } from './outbound/reply-window.ts';
import { createTyping } from './phones/typing.ts';
import { observedPeerViews } from './phones/observed-peer-view.ts';

/** Controls of the simulated network. Methods that return a boolean return false when the instance is not connected. */
export interface SimulatorControls extends ReportControls, AccountControls, DeviceControls {
	/**
	 * The connection drops, and is back after this time (milliseconds), or as soon as one opens. While a dropped one is
	 * coming back, it stays away at least for that time.
	 */
	drop(instanceId: InstanceId, away?: number): Promise<boolean>;
	/** The view of the phone at the other end of a chat; null when the instance is not connected. */
	peerViewOf(instanceId: InstanceId, chatId: string): PeerView | null;
	/** The groups of an instance; null when it is not connected. */
	groupsOf(instanceId: InstanceId): SimulatedGroups | null;
	/** The phones that are controlled by hand. */
	phones: PhoneControls;
	/** How many messages are on their way to the network, which takes time. */
	countInTransit(): number;
	/** Faults that are to happen. */
	faults: Pick<FaultQueue, 'add' | 'list' | 'clear'>;
}

export interface Simulator extends NetworkDriver {
	controls: SimulatorControls;
}

/**
 * A messaging network inside the gateway: phones that exist or not, receive, read, block and echo. The sessions store
 * links, groups, blocks and manual phones; receipts that were due at a restart follow from the gateway's own messages.
 * `token` returns the random part of a QR code or of the id of a call.
 */
export function createSimulator(
	clocks: SimulatorClocks,
	latency: SimulatorLatency,
	token: () => string,
): Simulator {
	const { clock } = clocks;
	const phones = new Map<InstanceId, Phone>();
	const manualPhones = createManualPhones();
	const phoneEvents = createPhoneEvents();
	const typing = createTyping(clock, phoneEvents);
	const linkingDeps: LinkingDeps = { clock, token };
	const faultQueue = createFaultQueue();
	const faults = createNetworkFaults({ clock, queue: faultQueue, latency, drop });
	const simulation = { latency, manualPhones, faults };

	function open(
		instanceId: InstanceId,
		kind: AccountKind,
		context: DriverContext,
		restriction?: string | null,
	): { phone: Phone; connection: NetworkConnection } {
		const ownNumber = (): string => phone.account?.profile.phone ?? '';
		const observers = { instanceId, manualPhones, phoneEvents, typing, ownNumber };
		const peerViews = observedPeerViews(createPeerViews(), observers);
		const phoneContext = withRestrictionInMemory(
			kind.method === 'official' ? withReplyWindow(context) : context,
			restriction,
		);
		const phone = createPhone(instanceId, phoneContext, peerViews, clocks);
		phones.set(instanceId, phone);
		return {
			phone,
			connection: openConnection(phone, kind, { ...simulation, clock, close, unlink }),
		};
	}

	function close(phone: Phone): void {
		if (phones.get(phone.instanceId) === phone) phones.delete(phone.instanceId);
		phone.close();
	}

	async function unlink(phone: Phone): Promise<void> {
		close(phone);
		await unlinkAccount(phone.context.session);
		await dropHeldMessages(phone.context.session);
	}

	function linkedPhone(instanceId: InstanceId): Phone | null {
		const phone = phones.get(instanceId);
		return phone?.account ? phone : null;
	}

	/** Connecting takes as long as a message to the network, and longer while the network cannot be reached. */
	function completeConnection(
		phone: Phone,
		account: Account,
		events: NetworkEvent[],
		pendingReceipts: readonly AwaitedMessage[] = [],
	): void {
		const timeUntilBack = (): number => (phone.backAt ?? 0) - clock.now();
		phone.wait(Math.max(latency.sent, timeUntilBack()), () => {
			if (timeUntilBack() > 0) {
				completeConnection(phone, account, events, pendingReceipts);
				return;
			}
			phone.account = account;
			phone.backAt = null;
			// The recorder logs a failure, and the events are reported again on resume.
			reportConnected(phone.context, events).catch(() => undefined);
			awaitEndOfRestriction(phone, clock.now()).catch(() => undefined);
			for (const message of pendingReceipts) simulate(phone, message, simulation);
		});
	}

	async function drop(instanceId: InstanceId, away = 0): Promise<boolean> {
		const phone = phones.get(instanceId);
		if (phone === undefined) return false;
		const { context, account, backAt } = phone;
		if (account === null && backAt === null) return false;
		phone.backAt = Math.max(backAt ?? 0, clock.now() + away);
		if (account === null) return true;
		phone.account = null;
		phone.abortTransit();
		await context.report([{ kind: 'connecting' }]);
		// No other code would reopen it.
		await retryUntilClosed(phone, async () => {
			const events = await connectedEvents(instanceId, account, context.session, clock.now());
			completeConnection(phone, account, events);
		});
		return true;
	}

	return {
		capabilities: SIMULATOR_CAPABILITIES,
		async link(instanceId, context, options) {
			checkPairingPhone(options);
			await manualPhones.save(instanceId, context.session);
			const { phone, connection } = open(instanceId, BY_QR_CODE, context);
			startLinking(phone, options, linkingDeps);
			return connection;
		},
		async connectOfficial(instanceId, credentials, context) {
			const account = verifyOfficial(instanceId, credentials);
			await linkAccount(instanceId, account, context.session);
			await manualPhones.save(instanceId, context.session);
			const events = await connectedEvents(instanceId, account, context.session, clock.now());
			const { phone, connection } = open(instanceId, account, context);
			completeConnection(phone, account, events);
			return connection;
		},
		async resume(instanceId, context) {
			const session = await readSessionSnapshot(context.session);
			const account = await linkedAccount(session);
			await manualPhones.restore(instanceId, session);
			const events = account === null ? [] : await connectedEvents(instanceId, account, session, clock.now());
			const restriction = await readStoredRestriction(session);
			const heldMessages = await readHeldMessages(session);
			const pendingReceipts = await context.listAwaitingReceipts();
			const { phone, connection } = open(instanceId, account ?? BY_QR_CODE, context, restriction);
			if (account === null) {
				report(phone, [{ kind: 'disconnected', reason: 'logged_out' }]);
				return connection;
			}
			completeConnection(phone, account, events, pendingReceipts);
			for (const held of heldMessages)
				releaseLater(phone, held, Math.max(latency.sent + 1, held.at - clock.now()));
			return connection;
		},
		controls: {
			faults: faultQueue,
			countInTransit: () => [...phones.values()].reduce((sum, phone) => sum + phone.countInTransit(), 0),
			drop,
			...deviceControls({ clock, token, phones, linkedPhone, unlink }),
			...accountControls({ clock, token, manualPhones, linkedPhone }),
			...reportControls({ ...simulation, clock, linkedPhone }),
			peerViewOf: (instanceId, chatId) => linkedPhone(instanceId)?.peerViews.of(chatId) ?? null,
			groupsOf: (instanceId) => linkedPhone(instanceId)?.groups ?? null,
			phones: phoneControls({
				...simulation,
				clock,
				phoneEvents,
				typing,
				linkedPhone,
				devices: () => [...phones.values()],
			}),
		},
	};
}
