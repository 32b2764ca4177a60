import { deliverHeld } from '../deliver.ts';
import { end, type Ending } from '../endings.ts';
import { ACCOUNT_CONTROLS } from '../phone/account-controls.ts';
import { GROUP_CONTROLS } from '../groups/group-controls.ts';
import { changeMembers, changeSubject, createGroup, type GroupAction } from '../groups/group-changes.ts';
import type { Group } from '../groups/groups.ts';
import { jid, LIDS, PHONES } from '../wire/jid.ts';
import { HOSTILE_CONTROLS } from './hostile-control.ts';
import { LINKING_CONTROLS } from '../linking/linking-control.ts';
import { sendHistory, type HistoryChat } from '../phone/history.ts';
import { scan, type Scan } from '../phone/pairing.ts';
import { storeOriginal } from '../media/media-retry.ts';
import { assignLid } from '../phone/assign-lid.ts';
import { jidOf } from '../phone/people.ts';
import { storePoll } from '../phone/polls.ts';
import { reinstall } from '../phone/reinstall.ts';
import { changePhone } from '../phone/change-phone.ts';
import { createLog } from '../log.ts';
import { newMessageId, sendFromPhone } from '../phone/outbox/phone-outbox.ts';
import type { SendOptions } from '../phone/outbox/send-options.ts';
import { sendReceipts } from '../phone/receipts.ts';
import { stanza } from '../wire/stanza.ts';
import type { MessageRule, QueryRule, ReceiptType } from '../rules.ts';
import { accountOf, personByPhone, type Addressing, type World } from '../world.ts';
import { contentToSend, type ToSend } from '../phone/outbox/to-send.ts';

/** The controls for tests, by the last part of the path; each returns the body of its response. */
export const CONTROLS: Readonly<Record<string, (world: World, body: never) => Promise<object> | object>> = {
	scan: (world, body: Scan) => scan(world, body),
	/** A phone sends a message. */
	async send(world, body: ToSend & SendOptions & { from: string; to: string }) {
		const person = requirePerson(world, body.from);
		const content = contentToSend(world, person, body);
		const { id = newMessageId(), file } = body;
		storePoll(world, id, person, content);
		if (file !== undefined) storeOriginal(world, id, content, Buffer.from(file.base64, 'base64'));
		return {
			id: await sendFromPhone(world, person, body.to, content, { ...body, id }),
		};
	},
	/** A phone sends many texts, one after the other. */
	async burst(world, body: { from: string; to: string; text: string; count: number }) {
		const person = requirePerson(world, body.from);
		const ids: string[] = [];
		for (let index = 0; index < body.count; index += 1) {
			const content = { conversation: `${body.text} ${index}` };
			ids.push(await sendFromPhone(world, person, body.to, content));
		}
		return { ids };
	},
	/** Phones send a text each, and the server delivers all at the same moment: returns it, by the system's monotonic clock. */
	async burstAtOnce(world, body: { from: string[]; to: string; text: string }) {
		const account = accountOf(world, body.to);
		account.active = false;
		const ids: string[] = [];
		for (const phone of body.from) {
			const content = { conversation: body.text };
			ids.push(await sendFromPhone(world, requirePerson(world, phone), body.to, content));
		}
		const at = Number(process.hrtime.bigint()) / 1e6;
		deliverHeld(account);
		return { ids, at };
	},
	/** A phone sends the receipts of several messages in one stanza. */
	receipts(
		world,
		body: { from: string; account: string; ids: string[]; type: ReceiptType; group?: string; lid?: boolean },
	) {
		const person = requirePerson(world, body.from);
		const group = body.group === undefined ? null : requireGroup(world, body.group);
		const chat = group?.id ?? jidOf(person, body.lid === true ? LIDS : PHONES);
		sendReceipts(accountOf(world, body.account), person, { ids: body.ids, type: body.type, chat, group });
		return {};
	},
	messageRules(world, body: { rules: MessageRule[] }) {
		world.messageRules = body.rules;
		return {};
	},
	queryRules(world, body: { rules: QueryRule[] }) {
		world.queryRules = body.rules;
		return {};
	},
	/** Answers the held queries, with what is true now. */
	answerHeld(world) {
		for (const respond of world.heldAnswers.splice(0)) respond();
		return {};
	},
	/** Changes the given settings. */
	settings(
		world,
		body: { addressing?: Addressing; refs?: number; offline?: boolean; patchesPerAnswer?: number },
	) {
		world.patchesPerAnswer = body.patchesPerAnswer ?? world.patchesPerAnswer;
		world.addressing = body.addressing ?? world.addressing;
		world.refs = body.refs ?? world.refs;
		world.offline = body.offline ?? world.offline;
		if (world.offline) for (const connection of world.connections) connection.cut();
		return {};
	},
	/** Changes the given properties of a phone. */
	person(
		world,
		body: {
			phone: string;
			name?: string;
			about?: string | null;
			picture?: string | null;
			isBusiness?: boolean;
			passkey?: boolean;
			hidden?: boolean;
			lid?: string;
			keysRefused?: boolean;
			devicesRefused?: boolean;
		},
	) {
		const person = requirePerson(world, body.phone);
		person.name = body.name ?? person.name;
		person.isBusiness = body.isBusiness ?? person.isBusiness;
		person.hidden = body.hidden ?? person.hidden;
		person.keysRefused = body.keysRefused ?? person.keysRefused;
		person.devicesRefused = body.devicesRefused ?? person.devicesRefused;
		if (body.lid !== undefined) assignLid(world, person, body.lid);
		if (body.about !== undefined) person.about = body.about;
		if (body.picture !== undefined) person.picture = body.picture;
		if (body.passkey === true) world.passkeys.add(body.phone);
		if (body.passkey === false) world.passkeys.delete(body.phone);
		return { phone: person.phone, lid: person.lid, name: person.name };
	},
	/** Assigns another phone number to a person, which the server reveals from now on. */
	revealPhone(world, body: { phone: string; as: string }) {
		changePhone(world, requirePerson(world, body.phone), body.as);
		return {};
	},
	/** Replaces a phone by a new one: the keys and sessions of the old one become invalid. */
	reinstall(world, body: { phone: string }) {
		reinstall(world, requirePerson(world, body.phone));
		return {};
	},
	/** Creates a group. */
	group(
		world,
		body: {
			by: string;
			subject: string;
			members: string[];
			addressing?: Addressing;
			picture?: string;
			id?: string;
		},
	) {
		const names = body.members.map((phone) => jid(phone, PHONES));
		const server = (body.addressing ?? world.addressing) === 'lid' ? LIDS : PHONES;
		const by = requirePerson(world, body.by);
		const { group } = createGroup(world, by, body.subject, names, server, body.id);
		group.picture = body.picture ?? null;
		return { id: group.id };
	},
	/** Changes the subject of a group. */
	subject(world, body: { by: string; group: string; subject: string }) {
		changeSubject(world, requireGroup(world, body.group), requirePerson(world, body.by), body.subject);
		return {};
	},
	/** Changes the participants of a group. */
	members(world, body: { by: string; group: string; action: GroupAction; phones: string[] }) {
		const names = body.phones.map((phone) => jid(phone, PHONES));
		changeMembers(world, requireGroup(world, body.group), requirePerson(world, body.by), body.action, names);
		return {};
	},
	/** Returns the participants of a group and their roles. */
	membersOf: (world, body: { group: string }) => ({
		members: Object.fromEntries(requireGroup(world, body.group).members),
	}),
	/** Ends the connection of an account. */
	end(world, body: { account: string; ending: Ending }) {
		end(world, accountOf(world, body.account), body.ending);
		return {};
	},
	/** Rejects the logins of an account with this reason; null accepts them again. */
	rejectLogin(world, body: { account: string; reason: string | null }) {
		if (body.reason === null) world.loginRejections.delete(body.account);
		else world.loginRejections.set(body.account, body.reason);
		return {};
	},
	/** The phone sends a history sync with these chats. */
	history(world, body: { account: string; chats: HistoryChat[] }) {
		const companion = accountOf(world, body.account);
		companion.history = body.chats;
		sendHistory(world, companion);
		return {};
	},
	/** The server reports an error for a message that it has acknowledged. */
	sendNack(world, body: { account: string; id: string; to: string; error: number }) {
		const from = jid(body.to, PHONES);
		const attrs = { class: 'message', id: body.id, from, error: String(body.error) };
		accountOf(world, body.account).connection?.send(stanza('ack', attrs));
		return {};
	},
	/** Returns the messages that phones received. */
	received: (world, body: { by?: string }) => ({
		messages: world.log.received.filter((one) => (body.by ?? one.by) === one.by),
	}),
	/** Returns the file of a message that a phone received. */
	file: (world, body: { id: string }) => ({
		base64: world.log.files.get(body.id)?.toString('base64') ?? null,
	}),
	/** Returns the receipts, acknowledgements, presence and protocol violations of clients. */
	log({ log }, body: { account?: string }) {
		const of = <One extends { account: string }>(list: readonly One[]) =>
			list.filter((one) => (body.account ?? one.account) === one.account);
		const { receipts, acks, presences, unreadable, violations, queries, phoneRequests } = log;
		return {
			receipts: of(receipts),
			acks: of(acks),
			presences: of(presences),
			unreadable: of(unreadable),
			phoneRequests: of(phoneRequests),
			violations,
			queries: Object.fromEntries(queries),
		};
	},
	/** Clears the log. */
	forget(world) {
		world.log = createLog();
		return {};
	},
	...GROUP_CONTROLS,
	...ACCOUNT_CONTROLS,
	...HOSTILE_CONTROLS,
	...LINKING_CONTROLS,
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
		refused: log.refused,
		files: media.size,
		cpuMs: Math.round((process.cpuUsage().user + process.cpuUsage().system) / 1000),
	}),
};

function requireGroup(world: World, id: string): Group {
	const group = world.groups.get(id);
	if (group === undefined) throw new Error(`There is no group ${id}.`);
	return group;
}

function requirePerson(world: World, phone: string) {
	const person = personByPhone(world, phone);
	if (person === null) throw new Error(`${phone} is not on the network.`);
	return person;
}
