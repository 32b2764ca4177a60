import type { Clock } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import type { InstanceId, MessageId } from '../../domain/ids.ts';
import type { MessageFailure } from '../../domain/messages/message.ts';
import { chatIdOf, isGroupJid, recipientOf } from '../../domain/phone.ts';
import type { Capability } from '../capabilities/capabilities.ts';
import type { EchoedMessage, IncomingMessage, MessageChange } from '../network-event.ts';
import { simulate, type SimulationDeps } from './connection.ts';
import { pastConversations, type HistoryOptions } from './past-conversations.ts';
import { isBlocked, setBlocked } from './account/blocked-people.ts';
import { addressBookOf } from './phones/address-book.ts';
import { blockKey } from './phones/block-key.ts';
import { behaviorOf } from './phones/behavior.ts';
import { personOf } from './phones/directory.ts';
import type { Phone } from './phones/phone.ts';
import { joinedWindowValues } from './outbound/reply-window.ts';
import { capabilitiesOf } from './simulator-capabilities.ts';

/** Past messages in one report. */
const HISTORY_BATCH = 100;

/** Reports of the network to an instance. Methods that return a boolean return false when it is not connected. */
export interface ReportControls {
	/** A message arrives at the instance. */
	receive(instanceId: InstanceId, message: IncomingMessage): Promise<boolean>;
	/** Somebody changes a message. */
	change(instanceId: InstanceId, change: MessageChange): Promise<boolean>;
	/**
	 * The account's owner writes on the phone. Returns the id of the stored message; null: not connected. Throws
	 * contact_not_found, group_not_found.
	 */
	echo(instanceId: InstanceId, message: Omit<EchoedMessage, 'to' | 'at'>): Promise<MessageId | null>;
	/** A sent message is delivered, read, or fails. */
	receipt(
		instanceId: InstanceId,
		messageId: MessageId,
		receipt: { status: 'delivered' | 'read' } | { status: 'failed'; failure: MessageFailure },
	): Promise<boolean>;
	/** The phone's owner blocks or unblocks a contact. Throws contact_not_found. */
	block(instanceId: InstanceId, phone: string, blocked: boolean): Promise<boolean>;
	/**
	 * The network reveals the phone number of a person whose number it hid. Throws contact_not_found for a number that
	 * is not on the network, invalid_parameters for a person who has another number.
	 */
	reveal(instanceId: InstanceId, personId: string, phone: string): Promise<boolean>;
	/** The phone reports conversations from before it was linked. */
	pastMessages(instanceId: InstanceId, options: HistoryOptions): Promise<boolean>;
	/** The capabilities of the instance's connection; null: not connected. */
	capabilitiesOf(instanceId: InstanceId): ReadonlySet<Capability> | null;
}

export interface ReportControlsDeps extends SimulationDeps {
	clock: Clock;
	/** The device of a connected instance, or null. */
	linkedPhone: (instanceId: InstanceId) => Phone | null;
}

/** Creates the controls of reports to instances. */
export function reportControls({ clock, linkedPhone, ...simulation }: ReportControlsDeps): ReportControls {
	return {
		async receive(instanceId, message) {
			const phone = linkedPhone(instanceId);
			if (phone === null) return false;
			const group = isGroupJid(message.chatId) ? await phone.groups.any(message.chatId) : null;
			const named = group === null ? message : { ...message, groupName: group.name };
			await simulation.faults.report(phone, { on: 'received', chatId: message.chatId }, [
				{ kind: 'message', message: named },
			]);
			return true;
		},
		async change(instanceId, change) {
			const phone = linkedPhone(instanceId);
			if (phone === null) return false;
			await phone.context.report([{ kind: 'change', change }]);
			return true;
		},
		async echo(instanceId, message) {
			const phone = linkedPhone(instanceId);
			if (phone === null) return null;
			const { networkId, chatId, quotedMessageId = null } = message;
			const isGroup = isGroupJid(chatId);
			const groupName = isGroup ? await joinedGroupName(phone, chatId) : null;
			const to = recipientOf(chatId);
			if (!isGroup && behaviorOf(to) === 'absent') throw notOnNetwork(to);
			const named = groupName === null ? {} : { groupName };
			const echo = { ...message, ...named, to: to === chatId ? null : to, at: clock.now() };
			await phone.context.report([{ kind: 'echo', message: echo }]);
			const id = await phone.context.messages.findId(networkId, { chatId });
			if (id === null) throw new GatewayError('internal_error', 'The message was not stored.');
			const sent = { ...message, id, to, quotedMessageId, template: null };
			phone.peerViews.recordMessage(sent);
			simulate(phone, { ...sent, status: 'sent' }, simulation);
			return id;
		},
		async receipt(instanceId, messageId, receipt) {
			const phone = linkedPhone(instanceId);
			if (phone === null) return false;
			const at = clock.now();
			const message = await phone.context.messages.find(messageId);
			await simulation.faults.report(phone, { on: 'receipts', chatId: message?.chatId ?? '' }, [
				receipt.status === 'failed'
					? { kind: 'failure', messageId, failure: receipt.failure, at }
					: { kind: 'receipt', messageId, status: receipt.status, at },
			]);
			return true;
		},
		async block(instanceId, phone, blocked) {
			const device = linkedPhone(instanceId);
			if (device === null) return false;
			const contact = await setBlocked(instanceId, phone, blocked, device.context.session);
			await device.context.report([{ kind: 'contacts', contacts: [contact] }]);
			return true;
		},
		async reveal(instanceId, personId, number) {
			const phone = linkedPhone(instanceId);
			if (phone === null) return false;
			if (personOf(number) === null) throw notOnNetwork(number);
			const { session } = phone.context;
			const known = await session.read(revealedKey(personId));
			if (number === phone.account?.profile.phone || (known !== null && known !== number)) {
				throw new GatewayError(
					'invalid_parameters',
					known === null
						? "This is the instance's own number. Name the number of another person."
						: `${personId} is ${known}, as the network has already reported. A person has one phone number.`,
				);
			}
			const id = chatIdOf(number);
			await session.write({
				[revealedKey(personId)]: number,
				...((await isBlocked(session, personId)) ? { [blockKey(number)]: 'yes' } : {}),
				...(await joinedWindowValues(session, personId, id)),
			});
			await phone.context.report([{ kind: 'same_person', ids: [id, personId] }]);
			return true;
		},
		async pastMessages(instanceId, options) {
			const phone = linkedPhone(instanceId);
			if (phone === null) return false;
			const people = await addressBookOf(instanceId, phone.context.session);
			const messages = pastConversations(people, options, clock.now());
			// In batches, so that other events are recorded in between.
			for (let done = 0; done < messages.length; done += HISTORY_BATCH) {
				await phone.context.report([
					{ kind: 'history', messages: messages.slice(done, done + HISTORY_BATCH) },
				]);
			}
			return true;
		},
		capabilitiesOf(instanceId) {
			const account = linkedPhone(instanceId)?.account;
			return account === undefined || account === null ? null : capabilitiesOf(account);
		},
	};
}

/** The name of a group that the instance is in. Throws group_not_found. */
async function joinedGroupName({ groups }: Phone, groupId: string): Promise<string> {
	const group = await groups.getGroup(groupId);
	if (group !== null) return group.name;
	throw new GatewayError(
		'group_not_found',
		`The instance is in no group ${groupId}. List its groups with GET /v1/groups.`,
	);
}

function notOnNetwork(phone: string): GatewayError {
	return new GatewayError('contact_not_found', `${phone} is not on the network.`);
}

/** Session key: the phone number of a person whose number was hidden before. */
function revealedKey(personId: string): string {
	return `revealed:${personId}`;
}
