import { GatewayError } from '../../../domain/error.ts';
import { isMediaType } from '../../../domain/messages/message.ts';
import { chatIdOf, isGroupJid, phoneOfChat } from '../../../domain/phone.ts';
import type { Dependencies } from '../../../http/server/dependencies.ts';
import { currentIdOf } from '../../../store/chats/person-ids.ts';
import { detailsOf } from '../../../store/messages/message-details.ts';
import type { InstanceRow, MessageRow } from '../../../store/schema.ts';
import type { Actor, MessageChange } from '../../network-event.ts';
import { DELETION_TIME, EDIT_TIME, throwIfOlder } from '../outbound/change-times.ts';
import type { SimulatorControls } from '../simulator.ts';
import { deviceNotConnected } from './receive-message.ts';
import { requireCapabilities, type ReportCapability } from './required-capabilities.ts';

type WithoutFrame<Change> = Change extends unknown ? Omit<Change, 'target' | 'actor' | 'at'> : never;

/** A change of a message. */
export type ChangeOfMessage = WithoutFrame<MessageChange>;

/** A message, and who changes it. */
export interface ChangeRequest {
	instance: InstanceRow;
	row: MessageRow;
	actor: Actor;
	change: ChangeOfMessage;
}

const CAPABILITY: Readonly<Record<ChangeOfMessage['change'], ReportCapability>> = {
	reaction: 'received_reactions',
	edit: 'received_edits',
	deletion: 'received_deletions',
	vote: 'received_votes',
};

/**
 * Returns a function that changes a message as a person, under the rules of WhatsApp. A repeated change has no effect.
 * Throws message_not_sent, message_deleted, message_too_old, not_own_message, not_admin, invalid_parameters,
 * official_api_instance, instance_disconnected.
 */
export function createChangeMessage(
	{ clock, store }: Pick<Dependencies, 'clock' | 'store'>,
	controls: SimulatorControls,
): (request: ChangeRequest) => Promise<void> {
	async function isAuthor({ instance, row, actor }: ChangeRequest): Promise<boolean> {
		const author = authorOf(row, instance);
		return author !== null && (await currentIdOf(store.read, instance.id, author)) === actor.senderId;
	}

	/** Checks a deletion. The returned change says whether an admin of the group deletes the message. */
	async function checkedDeletion(request: ChangeRequest): Promise<ChangeOfMessage> {
		const { instance, row, actor } = request;
		const asAdmin = !(await isAuthor(request));
		if (asAdmin) await throwUnlessAdmin(instance, row, actor);
		throwIfOlder(row.created_at, clock.now(), DELETION_TIME);
		return { change: 'deletion', asAdmin };
	}

	async function checkEdit(request: ChangeRequest): Promise<void> {
		if (!(await isAuthor(request))) throw notOwn('edit');
		const { type, created_at: at } = request.row;
		if (type !== 'text' && (!isMediaType(type) || type === 'sticker')) {
			throw new GatewayError(
				'invalid_parameters',
				`A message of the type ${type} cannot be edited. Edit a text or the caption of a file.`,
			);
		}
		throwIfOlder(at, clock.now(), EDIT_TIME);
	}

	async function throwUnlessAdmin(instance: InstanceRow, row: MessageRow, actor: Actor): Promise<void> {
		if (!isGroupJid(row.chat_id)) throw notOwn('delete');
		const group = await controls.groupsOf(instance.id)?.any(row.chat_id);
		const isAdmin = group?.participants.some(
			({ id, phone, isAdmin: admin }) => admin && (id === actor.senderId || phone === actor.from),
		);
		if (isAdmin === true) return;
		throw new GatewayError(
			'not_admin',
			'Only its author and the admins of the group may delete this message. Name one of them.',
		);
	}

	return async (request) => {
		const { instance, row, actor, change } = request;
		if (row.direction === 'outbound' && !['sent', 'delivered', 'read'].includes(row.status)) {
			throw new GatewayError(
				'message_not_sent',
				'This message has not reached the network, so nobody can change it.',
			);
		}
		if (row.deleted_at !== null) {
			if (change.change === 'deletion') return;
			throw new GatewayError(
				'message_deleted',
				'This message was deleted, so nobody can change it any more.',
			);
		}
		requireCapabilities(controls, instance.id, [CAPABILITY[change.change]]);
		// Outside groups, nothing arrives from a person whom the account has blocked.
		if (!isGroupJid(row.chat_id) && (await controls.hasBlocked(instance.id, actor.senderId))) return;
		if (change.change === 'edit') await checkEdit(request);
		if (change.change === 'vote') checkVote(row, change.options);
		const checked = change.change === 'deletion' ? await checkedDeletion(request) : change;
		const target = { messageId: row.id };
		const reported = { target, actor, at: clock.now(), ...checked } as MessageChange;
		if (!(await controls.change(instance.id, reported))) throw deviceNotConnected();
	};
}

/** The acting person; the account's owner on the phone where the number is the instance's own. */
export function actorOf(instance: InstanceRow, senderId: string, contactName: string | null = null): Actor {
	const from = phoneOfChat(senderId);
	return { senderId, from, isFromMe: from !== null && from === instance.phone, contactName };
}

/** The id of a message's author; null: an instance without a phone. */
export function authorOf(row: MessageRow, instance: InstanceRow): string | null {
	if (row.direction === 'inbound') return row.sender_id;
	return instance.phone === null ? null : chatIdOf(instance.phone);
}

function checkVote(row: MessageRow, options: readonly string[]): void {
	const { poll } = detailsOf(row);
	if (poll === undefined) {
		throw new GatewayError('invalid_parameters', 'This message is not a poll. Name a message that is one.');
	}
	const unknown = options.find((option) => !poll.options.includes(option));
	if (unknown !== undefined) {
		throw new GatewayError(
			'invalid_parameters',
			`The poll has no option "${unknown}". It has ${poll.options.map((option) => `"${option}"`).join(', ')}.`,
		);
	}
	if (options.length <= poll.selectable) return;
	throw new GatewayError(
		'invalid_parameters',
		`The poll takes ${poll.selectable} of its options, and ${options.length} were given.`,
	);
}

function notOwn(action: 'edit' | 'delete'): GatewayError {
	return new GatewayError('not_own_message', `Only the author may ${action} this message. Name the author.`);
}
