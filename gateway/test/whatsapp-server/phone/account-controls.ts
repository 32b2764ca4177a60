import { createHash } from 'node:crypto';
import { newId, timestamp } from '../connection.ts';
import { deliver } from '../deliver.ts';
import { LIDS, PHONES } from '../wire/jid.ts';
import { stanza } from '../wire/stanza.ts';
import { personByPhone, type World } from '../world.ts';
import { call, type CallOptions } from './calls.ts';
import { changeChat, chatState, type ChatState } from './chat-states.ts';
import { jidOf, type Person } from './people.ts';
import { showPresence, type PresenceOptions } from './presence.ts';
import { readOnPhone, type ReadOnPhone } from './read-on-phone.ts';
import { notifyStanding, type Standing } from './restrictions.ts';

/** The controls of what people and the account's phone do beside messages. */
export const ACCOUNT_CONTROLS: Readonly<Record<string, (world: World, body: never) => object>> = {
	/** The account's owner changes a chat on the phone. */
	changeChat(world, body: { account: string; chat: string; changes: Partial<ChatState> }) {
		if (!body.chat.includes('@')) requirePerson(world, body.chat);
		changeChat(world, requirePerson(world, body.account), body.chat, body.changes);
		return {};
	},
	/** Returns a chat as the account's phone shows it. */
	chatState: (world, body: { account: string; chat: string }) =>
		chatState(requirePerson(world, body.account), body.chat),
	/** The account's owner opens a chat on the phone, which reports the messages as read to its linked devices. */
	readOnPhone(world, body: ReadOnPhone & { account: string }) {
		readOnPhone(world, requirePerson(world, body.account), body);
		return {};
	},
	/** The account's owner blocks or unblocks somebody on the phone. */
	block(world, body: { account: string; phone: string; blocked: boolean }) {
		const account = requirePerson(world, body.account);
		const other = requirePerson(world, body.phone);
		if (body.blocked) account.blocked.add(other.phone);
		else account.blocked.delete(other.phone);
		const action = body.blocked ? 'block' : 'unblock';
		const item = stanza('item', { action, jid: jidOf(other, LIDS), pn_jid: jidOf(other, PHONES) });
		for (const companion of account.companions) {
			const attrs = { from: jidOf(account, PHONES), type: 'account_sync', id: newId(), t: timestamp() };
			deliver(companion, stanza('notification', attrs, [stanza('blocklist', { action: 'modify' }, [item])]));
		}
		return {};
	},
	/** Returns the phones that an account has blocked. */
	blocked: (world, body: { account: string }) => ({
		phones: [...requirePerson(world, body.account).blocked],
	}),
	/** Returns the profile of a phone as others see it. */
	profile(world, body: { phone: string }) {
		const { name, about, image } = requirePerson(world, body.phone);
		const pictureSha256 = image === null ? null : createHash('sha256').update(image).digest('hex');
		return { name, about, pictureSha256 };
	},
	/** A person changes their picture, which the server reports to an account. */
	changePicture(world, body: { phone: string; account: string; picture: string | null }) {
		const person = requirePerson(world, body.phone);
		person.picture = body.picture;
		const jid = jidOf(person, LIDS);
		const change = stanza(body.picture === null ? 'delete' : 'set', { jid, author: jid, id: newId() });
		for (const companion of requirePerson(world, body.account).companions) {
			const attrs = { from: jid, type: 'picture', id: newId(), t: timestamp() };
			deliver(companion, stanza('notification', attrs, [change]));
		}
		return {};
	},
	/** A person calls an account. */
	call: (world, body: CallOptions & { from: string }) => ({
		id: call(world, requirePerson(world, body.from), body),
	}),
	/** Returns the calls that clients rejected. */
	rejections: ({ log }) => ({ rejections: log.rejections }),
	/** A person is online, offline or types; returns whether the server reported it to the account. */
	presence(world, body: PresenceOptions & { from: string; group?: string }) {
		const group = body.group === undefined ? null : (world.groups.get(body.group) ?? null);
		return { shown: showPresence(world, requirePerson(world, body.from), body, group) };
	},
	/** Restricts an account; what is absent stays. `silent`: without a notification. */
	restrict(world, body: Partial<Standing> & { account: string; silent?: boolean }) {
		const person = requirePerson(world, body.account);
		const { timelock, cap, silent = false } = body;
		if (timelock !== undefined) person.standing.timelock = timelock;
		if (cap !== undefined) person.standing.cap = cap;
		if (!silent && timelock !== undefined) notifyStanding(person, 'timelock');
		if (!silent && cap !== undefined) notifyStanding(person, 'cap');
		return {};
	},
};

function requirePerson(world: World, phone: string): Person {
	const person = personByPhone(world, phone);
	if (person === null) throw new Error(`${phone} is not on the network.`);
	return person;
}
