import type { Clock } from '../../domain/clock.ts';
import type { InstanceId, MessageId } from '../../domain/ids.ts';
import type { MessageFailure } from '../../domain/message.ts';
import type {
	IncomingMessage,
	NetworkConnection,
	NetworkDriver,
	NetworkEvent,
	DriverContext,
	AwaitedMessage,
} from '../driver.ts';
import { arrivalOf, linkAccount, linkedAccount, unlinkAccount, type Account } from './account.ts';
import { addressBookOf, setBlocked } from './phones/address-book.ts';
import { openConnection, simulate, type AccountKind } from './connection.ts';
import { createPeerViews, type PeerView } from './phones/peer-view.ts';
import type { SimulatedGroups } from './groups/groups.ts';
import { createManualPhones } from './phones/manual-phones.ts';
import { pastConversations, type HistoryWish } from './history.ts';
import type { SimulatorLatency } from './latency.ts';
import { SIMULATOR_CAPABILITIES } from './limits.ts';
import { verifyOfficial } from './official.ts';
import { createPhone, type Phone } from './phones/phone.ts';
import { phoneControls, type PhoneControls } from './phones/phone-controls.ts';
import { createPhoneEvents } from './phones/phone-events.ts';
import { profileOf } from './phones/behavior.ts';
import { withReplyWindow } from './reply-window.ts';
import { createTyping } from './phones/typing.ts';
import { observedPeerViews } from './phones/observed-peer-view.ts';

/** How long a QR code can be scanned, in milliseconds. */
const QR_LIFETIME = 60_000;
/** How an instance is connected whose phone has scanned a code. */
const BY_QR_CODE = { method: 'qrcode', isLimited: false } as const;
/** Past messages reported at once. */
const HISTORY_BATCH = 100;

/** What a person with a phone does on the simulated network. Each gives false when the instance is not there. */
export interface SimulatorControls {
	/** The phone scans the QR code that is on show. */
	scan(instanceId: InstanceId): Promise<boolean>;
	/** The phone's owner ends the session on the device. */
	logOut(instanceId: InstanceId): Promise<boolean>;
	/** The connection drops, and is opened again. */
	drop(instanceId: InstanceId): Promise<boolean>;
	/** Somebody writes to the instance. */
	receive(instanceId: InstanceId, message: IncomingMessage): Promise<boolean>;
	/** The recipient of a message does something by hand. */
	receipt(
		instanceId: InstanceId,
		messageId: MessageId,
		what: { status: 'delivered' | 'read' } | { status: 'failed'; failure: MessageFailure },
	): Promise<boolean>;
	/** The phone's owner blocks somebody, or ends that. Throws contact_not_found. */
	block(instanceId: InstanceId, phone: string, blocked: boolean): Promise<boolean>;
	/** The phone hands over conversations from before it was linked. */
	pastMessages(instanceId: InstanceId, wish: HistoryWish): Promise<boolean>;
	/** What the phone at the other end of a chat has seen of a connected instance; null when it is not there. */
	sightOf(instanceId: InstanceId, chatId: string): PeerView | null;
	/** The groups of a connected instance, with what others do in them; null when it is not there. */
	groupsOf(instanceId: InstanceId): SimulatedGroups | null;
	/** The phones somebody holds in their hand. */
	phones: PhoneControls;
}

export interface Simulator extends NetworkDriver {
	controls: SimulatorControls;
}

/**
 * A messaging network inside the gateway: phones that exist or not, receive, read, block and echo. It keeps
 * nothing but who is linked and their groups; what it still owes of receipts it makes up from the gateway's own
 * messages. `token` gives the text that makes one QR code differ from the next.
 */
export function createSimulator(clock: Clock, latency: SimulatorLatency, token: () => string): Simulator {
	const phones = new Map<InstanceId, Phone>();
	const held = createManualPhones();
	const news = createPhoneEvents();
	const typing = createTyping(clock, news);

	function open(
		instanceId: InstanceId,
		kind: AccountKind,
		host: DriverContext,
	): { phone: Phone; connection: NetworkConnection } {
		const noting = kind.method === 'official' ? withReplyWindow(host) : host;
		const watching = { instanceId, held, news, typing, own: () => phone.account?.profile.phone ?? '' };
		const sights = observedPeerViews(createPeerViews(), watching);
		const phone = createPhone(instanceId, noting, sights, clock);
		phones.set(instanceId, phone);
		return {
			phone,
			connection: openConnection(phone, kind, { clock, latency, held, close, unlink }),
		};
	}

	function close(phone: Phone): void {
		if (phones.get(phone.instanceId) === phone) phones.delete(phone.instanceId);
		phone.hangUp();
	}

	async function unlink(phone: Phone): Promise<void> {
		close(phone);
		await unlinkAccount(phone.host.session);
	}

	function linkedPhone(instanceId: InstanceId): Phone | null {
		const phone = phones.get(instanceId);
		return phone?.account ? phone : null;
	}

	function showQr(phone: Phone): void {
		const expiresAt = clock.now() + QR_LIFETIME;
		const text = `messaging-gateway-simulator:${phone.instanceId}:${token()}`;
		phone.showsQr = true;
		tell(phone, [{ kind: 'qr', text, expiresAt }]);
		phone.wait(QR_LIFETIME, () => {
			if (phone.showsQr) showQr(phone);
		});
	}

	/** Until a message would have reached the network, the connection is still being opened. */
	function arrive(
		phone: Phone,
		account: Account,
		arrival: NetworkEvent[],
		owed: readonly AwaitedMessage[] = [],
	): void {
		phone.wait(latency.sent, () => {
			phone.account = account;
			tell(phone, arrival);
			for (const message of owed) simulate(phone, message, { latency, held });
		});
	}

	return {
		capabilities: SIMULATOR_CAPABILITIES,
		async link(instanceId, host) {
			await held.keep(instanceId, host.session);
			const { phone, connection } = open(instanceId, BY_QR_CODE, host);
			showQr(phone);
			return connection;
		},
		async connectOfficial(instanceId, credentials, host) {
			const account = verifyOfficial(instanceId, credentials);
			await linkAccount(instanceId, account, host.session);
			await held.keep(instanceId, host.session);
			const arrival = await arrivalOf(instanceId, account, host.session);
			const { phone, connection } = open(instanceId, account, host);
			arrive(phone, account, arrival);
			return connection;
		},
		async resume(instanceId, host) {
			const account = await linkedAccount(host.session);
			await held.restore(instanceId, host.session);
			const arrival = account === null ? [] : await arrivalOf(instanceId, account, host.session);
			const owed = await host.listAwaitingReceipts();
			const { phone, connection } = open(instanceId, account ?? BY_QR_CODE, host);
			if (account === null) {
				tell(phone, [{ kind: 'disconnected', reason: 'logged_out' }]);
				return connection;
			}
			arrive(phone, account, arrival, owed);
			return connection;
		},
		controls: {
			async scan(instanceId) {
				const phone = phones.get(instanceId);
				if (phone?.showsQr !== true) return false;
				phone.showsQr = false;
				const account = { ...BY_QR_CODE, profile: profileOf(instanceId) };
				phone.account = account;
				await linkAccount(instanceId, account, phone.host.session);
				await phone.host.report(await arrivalOf(instanceId, account, phone.host.session));
				return true;
			},
			async logOut(instanceId) {
				const phone = linkedPhone(instanceId);
				if (phone === null) return false;
				await unlink(phone);
				await phone.host.report([{ kind: 'disconnected', reason: 'logged_out' }]);
				return true;
			},
			async drop(instanceId) {
				const phone = linkedPhone(instanceId);
				const account = phone?.account ?? null;
				if (phone === null || account === null) return false;
				const { host } = phone;
				phone.account = null;
				phone.interrupt();
				await host.report([{ kind: 'connecting' }]);
				arrive(phone, account, await arrivalOf(instanceId, account, host.session));
				return true;
			},
			async receive(instanceId, message) {
				const phone = linkedPhone(instanceId);
				if (phone === null) return false;
				await phone.host.report([{ kind: 'message', message }]);
				return true;
			},
			async receipt(instanceId, messageId, what) {
				const phone = linkedPhone(instanceId);
				if (phone === null) return false;
				const at = clock.now();
				await phone.host.report([
					what.status === 'failed'
						? { kind: 'failure', messageId, failure: what.failure, at }
						: { kind: 'receipt', messageId, status: what.status, at },
				]);
				return true;
			},
			async block(instanceId, phone, blocked) {
				const device = linkedPhone(instanceId);
				if (device === null) return false;
				const card = await setBlocked(phone, blocked, device.host.session);
				await device.host.report([{ kind: 'contacts', contacts: [card] }]);
				return true;
			},
			async pastMessages(instanceId, wish) {
				const phone = linkedPhone(instanceId);
				if (phone === null) return false;
				const people = await addressBookOf(instanceId, phone.host.session);
				const messages = pastConversations(people, wish, clock.now());
				// In batches, so that what happens meanwhile is recorded in between.
				for (let done = 0; done < messages.length; done += HISTORY_BATCH) {
					await phone.host.report([
						{ kind: 'history', messages: messages.slice(done, done + HISTORY_BATCH) },
					]);
				}
				return true;
			},
			sightOf: (instanceId, chatId) => linkedPhone(instanceId)?.sights.of(chatId) ?? null,
			groupsOf: (instanceId) => linkedPhone(instanceId)?.groups ?? null,
			phones: phoneControls({
				clock,
				latency,
				held,
				news,
				typing,
				linkedPhone,
				devices: () => [...phones.values()],
			}),
		},
	};
}

/** Reports what nobody waits for. Who records it has logged a failure, and a resumed connection tells it again. */
function tell(phone: Phone, events: NetworkEvent[]): void {
	phone.host.report(events).catch(() => undefined);
}
