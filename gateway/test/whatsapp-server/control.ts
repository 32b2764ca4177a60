import { end, type Ending } from './endings.ts';
import { changeMembers, createGroup, type GroupAction } from './groups/group-changes.ts';
import type { Group } from './groups/groups.ts';
import { jid, LIDS, PHONES } from './wire/jid.ts';
import { HOSTILE_CONTROLS } from './hostile-control.ts';
import { tellHistory, type HistoryChat } from './phone/history.ts';
import { scan, type Scan } from './phone/pairing.ts';
import { keepOriginal } from './media/media-retry.ts';
import { giveLid } from './phone/give-lid.ts';
import { nameOn } from './phone/people.ts';
import { reinstall } from './phone/reinstall.ts';
import { createLog } from './log.ts';
import { newMessageId, sendFromPhone } from './phone/phone-outbox.ts';
import type { SendOptions } from './phone/send-options.ts';
import { tell } from './phone/receipts.ts';
import { stanza } from './wire/stanza.ts';
import type { MessageRule, QueryRule, ReceiptType } from './rules.ts';
import { accountOf, personOf, type Addressing, type World } from './world.ts';
import { contentToSend, type ToSend } from './phone/to-send.ts';

/** What a test tells the stand-in, by the last part of the path; each gives what is answered. */
export const CONTROLS: Readonly<Record<string, (world: World, body: never) => Promise<object> | object>> = {
	scan: (world, told: Scan) => scan(world, told),
	/** A phone sends a message. */
	async send(world, told: ToSend & SendOptions & { from: string; to: string }) {
		const content = contentToSend(world, told);
		const { id = newMessageId(), file } = told;
		if (file !== undefined) keepOriginal(world, id, content, Buffer.from(file.base64, 'base64'));
		return { id: await sendFromPhone(world, mustBe(world, told.from), told.to, content, { ...told, id }) };
	},
	/** A phone sends many texts, one after the other. */
	async burst(world, told: { from: string; to: string; text: string; count: number }) {
		const person = mustBe(world, told.from);
		const ids: string[] = [];
		for (let index = 0; index < told.count; index += 1) {
			const content = { conversation: `${told.text} ${index}` };
			ids.push(await sendFromPhone(world, person, told.to, content));
		}
		return { ids };
	},
	/** A phone tells what became of messages, all at once. */
	receipts(
		world,
		told: { from: string; account: string; ids: string[]; type: ReceiptType; group?: string; lid?: boolean },
	) {
		const person = mustBe(world, told.from);
		const group = told.group === undefined ? null : groupCalled(world, told.group);
		const chat = group?.id ?? nameOn(person, told.lid === true ? LIDS : PHONES);
		tell(accountOf(world, told.account), person, { ids: told.ids, type: told.type, chat, group });
		return {};
	},
	messageRules(world, told: { rules: MessageRule[] }) {
		world.messageRules = told.rules;
		return {};
	},
	queryRules(world, told: { rules: QueryRule[] }) {
		world.queryRules = told.rules;
		return {};
	},
	/** What is so from now on, of what is named. */
	settings(world, told: { addressing?: Addressing; refs?: number; offline?: boolean }) {
		world.addressing = told.addressing ?? world.addressing;
		world.refs = told.refs ?? world.refs;
		world.offline = told.offline ?? world.offline;
		if (world.offline) for (const connection of world.connections) connection.cut();
		return {};
	},
	/** What is known of a phone. */
	person(
		world,
		told: {
			phone: string;
			name?: string;
			about?: string | null;
			picture?: string | null;
			isBusiness?: boolean;
			passkey?: boolean;
			hidden?: boolean;
			lid?: string;
		},
	) {
		const person = mustBe(world, told.phone);
		person.name = told.name ?? person.name;
		person.isBusiness = told.isBusiness ?? person.isBusiness;
		person.hidden = told.hidden ?? person.hidden;
		if (told.lid !== undefined) giveLid(world, person, told.lid);
		if (told.about !== undefined) person.about = told.about;
		if (told.picture !== undefined) person.picture = told.picture;
		if (told.passkey === true) world.passkeys.add(told.phone);
		if (told.passkey === false) world.passkeys.delete(told.phone);
		return { phone: person.phone, lid: person.lid, name: person.name };
	},
	/** Somebody has a new phone: the keys others know of it are good for nothing any more. */
	reinstall(world, told: { phone: string }) {
		reinstall(world, mustBe(world, told.phone));
		return {};
	},
	/** Somebody makes a group. */
	group(
		world,
		told: {
			by: string;
			subject: string;
			members: string[];
			addressing?: Addressing;
			picture?: string;
			id?: string;
		},
	) {
		const names = told.members.map((phone) => jid(phone, PHONES));
		const server = (told.addressing ?? world.addressing) === 'lid' ? LIDS : PHONES;
		const by = mustBe(world, told.by);
		const { group } = createGroup(world, by, told.subject, names, server, told.id);
		group.picture = told.picture ?? null;
		return { id: group.id };
	},
	/** Somebody changes who is in a group, and as what. */
	members(world, told: { by: string; group: string; action: GroupAction; phones: string[] }) {
		const names = told.phones.map((phone) => jid(phone, PHONES));
		changeMembers(world, groupCalled(world, told.group), mustBe(world, told.by), told.action, names);
		return {};
	},
	/** Who is in a group, and as what. */
	membersOf: (world, told: { group: string }) => ({
		members: Object.fromEntries(groupCalled(world, told.group).members),
	}),
	/** The connection of an account ends. */
	end(world, told: { account: string; ending: Ending }) {
		end(world, accountOf(world, told.account), told.ending);
		return {};
	},
	/** An account is not let in, with this reason; null lets it in again. */
	refuse(world, told: { account: string; reason: string | null }) {
		if (told.reason === null) world.refusals.delete(told.account);
		else world.refusals.set(told.account, told.reason);
		return {};
	},
	/** The phone hands over chats from before the device was linked. */
	history(world, told: { account: string; chats: HistoryChat[] }) {
		const companion = accountOf(world, told.account);
		companion.history = told.chats;
		tellHistory(world, companion);
		return {};
	},
	/** The server takes back that it took a message over. */
	takeBack(world, told: { account: string; id: string; to: string; error: number }) {
		const from = jid(told.to, PHONES);
		const attrs = { class: 'message', id: told.id, from, error: String(told.error) };
		accountOf(world, told.account).connection?.send(stanza('ack', attrs));
		return {};
	},
	/** What a phone received. */
	received: (world, told: { by?: string }) => ({
		messages: world.log.received.filter((one) => (told.by ?? one.by) === one.by),
	}),
	/** The file of a message that a phone received. */
	file: (world, told: { id: string }) => ({
		base64: world.log.files.get(told.id)?.toString('base64') ?? null,
	}),
	/** What clients told the server: receipts, acknowledgements, presence; and what they must not have done. */
	log({ log }, told: { account?: string }) {
		const of = <One extends { account: string }>(list: readonly One[]) =>
			list.filter((one) => (told.account ?? one.account) === one.account);
		const { receipts, acks, presences, unreadable, violations, queries, askedOfPhone } = log;
		return {
			receipts: of(receipts),
			acks: of(acks),
			presences: of(presences),
			unreadable: of(unreadable),
			askedOfPhone: of(askedOfPhone),
			violations,
			queries: Object.fromEntries(queries),
		};
	},
	/** Forgets what was told so far. */
	forget(world) {
		world.log = createLog();
		return {};
	},
	...HOSTILE_CONTROLS,
	stats: ({ connections, people, log, media }) => ({
		connections: connections.size,
		accounts: [...people.values()].flatMap(({ phone, companions }) =>
			companions.map(({ device, connection, active, pending, preKeys }) => ({
				...{ phone, device, active },
				connected: connection !== null,
				pending: pending.size,
				preKeys: preKeys.size,
			})),
		),
		messages: log.messages,
		received: log.received.length,
		logins: log.logins,
		files: media.size,
		cpuMs: Math.round((process.cpuUsage().user + process.cpuUsage().system) / 1000),
	}),
};

function groupCalled(world: World, id: string): Group {
	const group = world.groups.get(id);
	if (group === undefined) throw new Error(`There is no group ${id}.`);
	return group;
}

function mustBe(world: World, phone: string) {
	const person = personOf(world, phone);
	if (person === null) throw new Error(`${phone} is not on the network.`);
	return person;
}
