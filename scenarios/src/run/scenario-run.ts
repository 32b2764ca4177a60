import type { Clock } from './clock.ts';
import { createEventLog, type EventLog } from './event-log.ts';
import type { Instance, PhoneMessage } from '../gateway/gateway-api.ts';
import type { ChannelMessage, GatewayClient, NamedFile } from '../gateway/gateway-client.ts';
import { createQueries, type GatewayQueries } from '../gateway/gateway-queries.ts';
import { createPoller, type Poller } from './poller.ts';
import type { Scenario, ScenarioPhone } from '../format/scenario.ts';

/** A step failed. The message says what happened instead, and what to check. */
export class StepFailure extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'StepFailure';
	}
}

export interface RunDeps {
	gateway: GatewayClient;
	clock: Clock;
	/** The file at a path relative to the scenario. Throws when there is none. */
	readFile: (path: string) => Promise<NamedFile>;
}

/** One run of a scenario: the gateway, the phones, and the messages that the steps have seen. */
export interface ScenarioRun {
	gateway: GatewayClient;
	queries: GatewayQueries;
	eventLog: EventLog;
	poller: Poller;
	readFile: RunDeps['readFile'];
	scenario: Scenario;
	/** The phone with this name in the scenario. Throws StepFailure when there is none. */
	phone: (name: string) => ScenarioPhone;
	/** The instance of the scenario. Throws StepFailure when there is none. */
	instance: () => Promise<Instance>;
	/** The instance of the scenario, or null. */
	findInstance: () => Promise<Instance | null>;
	/** The JID of a group a phone is in, by its name or JID; null stays null. Throws StepFailure. */
	groupId: (phone: string, group: string | null) => Promise<string | null>;
	/** The id of the chat with a phone; of a person, whose number the network shows. */
	chatIdOf: (phone: string) => string;
	/** A network's id of a message, which no other message of this run or of an earlier one has. */
	newNetworkId: () => string;
	/** The fields of a request that name a chat of a phone. Throws StepFailure. */
	chatKey: (chat: {
		phone: string;
		group: string | null;
	}) => Promise<{ instanceId: string; groupId?: string }>;
	/** The latest messages of a phone's chat, newest first. */
	listMessages: (phone: string, group: string | null) => Promise<PhoneMessage[]>;
	/** Those of them that were written since the run began. */
	listOfRun: (phone: string, group: string | null) => Promise<PhoneMessage[]>;
	/** Messages a phone received in a chat since the run began and no step has found yet, oldest first. */
	listUnseen: (phone: string, group: string | null) => Promise<PhoneMessage[]>;
	/** Marks a message, and all before it in the chat, as seen. */
	markSeen: (phone: string, group: string | null, message: PhoneMessage) => void;
	/** Marks all messages of a chat as seen. */
	markAllSeen: (phone: string, group: string | null) => Promise<void>;
	/** Ids of the messages that steps have found before they were sent. */
	foundUnsent: Set<string>;
	/** Ends the real-time subscriptions, and releases the phones that startRun took control of. */
	close: () => Promise<void>;
}

/** Takes control of the scenario's phones, and subscribes to the gateway's events. */
export async function startRun(scenario: Scenario, deps: RunDeps): Promise<ScenarioRun> {
	const { gateway, clock, readFile } = deps;
	const queries = createQueries(gateway);
	const eventLog = createEventLog();
	const poller = createPoller(clock);
	/** Id of the latest message of a chat that is marked as seen, by phone and group. */
	const lastSeen = new Map<string, string>();
	const phones = Object.entries(scenario.phones);

	const phone = (name: string): ScenarioPhone => {
		const known = scenario.phones[name];
		if (known === undefined) throw new StepFailure(`There is no phone "${name}".`);
		return known;
	};
	const seenKey = (name: string, group: string | null): string => `${phone(name).number} ${group ?? ''}`;

	async function findInstance(): Promise<Instance | null> {
		const all = await queries.listInstances();
		const { instance: wanted } = scenario;
		if (wanted === null) return all.length === 1 ? (all[0] ?? null) : null;
		return all.find(({ id, name }) => id === wanted || name === wanted) ?? null;
	}

	async function instance(): Promise<Instance> {
		const existing = await findInstance();
		if (existing !== null) return existing;
		throw new StepFailure(
			scenario.instance === null
				? 'There is not exactly one instance. Name the one that is meant with "instance", or with --instance.'
				: `There is no instance "${scenario.instance}". Create it, or begin with the step scan, which does.`,
		);
	}

	async function groupId(name: string, group: string | null): Promise<string | null> {
		if (group === null) return null;
		const { id } = await instance();
		const chats = await queries.listChats(phone(name).number);
		const chat = chats.find(
			(candidate) =>
				candidate.instanceId === id &&
				(candidate.groupId === group || (candidate.groupId !== null && candidate.name === group)),
		);
		if (chat !== undefined) return chat.groupId;
		throw new StepFailure(`${name} is in no group "${group}". Let it join with the step join.`);
	}

	async function listMessages(name: string, group: string | null): Promise<PhoneMessage[]> {
		const { id } = await instance();
		return queries.listMessages(phone(name).number, id, await groupId(name, group));
	}

	/** Marks the messages from before the run as seen. */
	async function markOlderMessages(): Promise<void> {
		const existing = await findInstance();
		if (existing === null) return;
		for (const [name, { number }] of phones) {
			// Asked for apart: a phone lists the chats of a limited number of instances only.
			const [last] = await queries.listMessages(number, existing.id, null);
			if (last !== undefined) lastSeen.set(seenKey(name, null), last.messageId);
			for (const chat of await queries.listChats(number)) {
				if (chat.instanceId !== existing.id || chat.groupId === null || chat.lastMessage === null) continue;
				// A step names the group by its name or its JID.
				for (const group of [chat.name, chat.groupId]) {
					lastSeen.set(seenKey(name, group), chat.lastMessage.messageId);
				}
			}
		}
	}

	const startedAt = clock.now();
	let networkIds = 0;
	const controlledBefore = new Set(await queries.listPhones());
	for (const [, { number, name, reads }] of phones) {
		const named = name === null ? {} : { name };
		await gateway.request('PUT', `/simulator/v1/phones/${number}`, { ...named, reads, online: true });
	}
	const releasePhones = async (): Promise<void> => {
		for (const [, { number }] of phones) {
			if (!controlledBefore.has(number)) await gateway.request('DELETE', `/simulator/v1/phones/${number}`);
		}
	};
	const channels = ['events', 'deliveries', ...phones.map(([, { number }]) => `phone:${number}`)];
	const onMessage = (message: ChannelMessage): void => {
		eventLog.record(message);
		poller.wake();
	};
	const unsubscribe = await gateway.subscribe(channels, onMessage).catch(async (error: unknown) => {
		await releasePhones();
		throw error;
	});
	await markOlderMessages();
	const lastBefore = new Map(lastSeen);

	return {
		gateway,
		queries,
		eventLog,
		poller,
		readFile,
		scenario,
		phone,
		instance,
		findInstance,
		groupId,
		chatIdOf: (name) => `${phone(name).number}@s.whatsapp.net`,
		newNetworkId: () => `scenario-${startedAt}-${(networkIds += 1)}`,
		async chatKey(chat) {
			const { id: instanceId } = await instance();
			const group = await groupId(chat.phone, chat.group);
			return group === null ? { instanceId } : { instanceId, groupId: group };
		},
		listMessages,
		async listOfRun(name, group) {
			const after = lastBefore.get(seenKey(name, group)) ?? '';
			const all = await listMessages(name, group);
			return all.filter(({ messageId }) => messageId > after);
		},
		async listUnseen(name, group) {
			const after = lastSeen.get(seenKey(name, group)) ?? '';
			const all = await listMessages(name, group);
			return all.filter(({ fromMe, messageId }) => !fromMe && messageId > after).reverse();
		},
		markSeen(name, group, { messageId }) {
			lastSeen.set(seenKey(name, group), messageId);
		},
		async markAllSeen(name, group) {
			const [last] = await listMessages(name, group);
			if (last !== undefined) lastSeen.set(seenKey(name, group), last.messageId);
		},
		foundUnsent: new Set(),
		async close() {
			unsubscribe();
			await releasePhones();
		},
	};
}
