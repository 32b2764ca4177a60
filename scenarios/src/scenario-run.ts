import type { Clock } from './clock.ts';
import type { Instance, PhoneMessage } from './gateway-api.ts';
import { questionsTo, type Questions } from './gateway-queries.ts';
import type { ChannelMessage, GatewayPort, NamedFile } from './gateway-client.ts';
import { createObserved, type Observed } from './event-log.ts';
import type { Scenario, ScenarioPhone } from './scenario.ts';
import { createWaiting, type Waiting } from './poller.ts';

/** A step did not come out as it should: what was seen instead, and what to look at. */
export class StepFailure extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'StepFailure';
	}
}

/** What a play needs of its surroundings. */
export interface PlayPort {
	gateway: GatewayPort;
	clock: Clock;
	/** The file at a path beside the scenario. Throws where there is none. */
	readFile: (path: string) => Promise<NamedFile>;
}

/** Where a scenario is played: the gateway, the phones, and what was seen so far. */
export interface Stage {
	gateway: GatewayPort;
	questions: Questions;
	observed: Observed;
	waiting: Waiting;
	readFile: PlayPort['readFile'];
	scenario: Scenario;
	phone: (name: string) => ScenarioPhone;
	/** The instance of the scenario. Throws StepFailure where there is none. */
	instance: () => Promise<Instance>;
	/** The same, or null. */
	findInstance: () => Promise<Instance | null>;
	/** The JID of a group a phone is in, by its name or itself; null stays null. Throws StepFailure. */
	groupId: (phone: string, group: string | null) => Promise<string | null>;
	/** What a phone received in a chat since the play began and no step has asked for, oldest first. */
	received: (phone: string, group: string | null) => Promise<PhoneMessage[]>;
	/** What was received until a message is not asked for again. */
	take: (phone: string, group: string | null, message: PhoneMessage) => void;
	/** What is in a chat now was there before. */
	forget: (phone: string, group: string | null) => Promise<void>;
	end: () => Promise<void>;
}

/** Takes the phones of a scenario in hand, and listens to what happens from now on. */
export async function openStage(scenario: Scenario, port: PlayPort): Promise<Stage> {
	const { gateway, clock, readFile } = port;
	const questions = questionsTo(gateway);
	const observed = createObserved();
	const waiting = createWaiting(clock);
	/** The latest message of a chat that is not asked for any more, by phone and group. */
	const taken = new Map<string, string>();
	const phones = Object.entries(scenario.phones);

	const phone = (name: string): ScenarioPhone => {
		const found = scenario.phones[name];
		if (found === undefined) throw new StepFailure(`There is no phone "${name}".`);
		return found;
	};
	const keyOf = (name: string, group: string | null): string => `${phone(name).number} ${group ?? ''}`;

	async function findInstance(): Promise<Instance | null> {
		const all = await questions.instances();
		const { instance } = scenario;
		if (instance === null) return all.length === 1 ? (all[0] ?? null) : null;
		return all.find(({ id, name }) => id === instance || name === instance) ?? null;
	}

	async function instance(): Promise<Instance> {
		const found = await findInstance();
		if (found !== null) return found;
		throw new StepFailure(
			scenario.instance === null
				? 'There is not exactly one instance. Name the one that is meant with "instance", or with --instance.'
				: `There is no instance "${scenario.instance}". Create it, or begin with the step scan, which does.`,
		);
	}

	async function groupId(name: string, group: string | null): Promise<string | null> {
		if (group === null) return null;
		const { id } = await instance();
		const chats = await questions.chats(phone(name).number);
		const found = chats.find(
			(chat) =>
				chat.instanceId === id && (chat.groupId === group || (chat.groupId !== null && chat.name === group)),
		);
		if (found !== undefined) return found.groupId;
		throw new StepFailure(`${name} is in no group "${group}". Let it join with the step join.`);
	}

	async function messages(name: string, group: string | null): Promise<PhoneMessage[]> {
		const { id } = await instance();
		return questions.messages(phone(name).number, id, await groupId(name, group));
	}

	const before = new Set(await questions.held());
	for (const [, { number, name, reads }] of phones) {
		const called = name === null ? {} : { name };
		await gateway.ask('PUT', `/simulator/v1/phones/${number}`, { ...called, reads, online: true });
	}
	const putAway = async (): Promise<void> => {
		for (const [, { number }] of phones) {
			if (!before.has(number)) await gateway.ask('DELETE', `/simulator/v1/phones/${number}`);
		}
	};
	const channels = ['events', 'deliveries', ...phones.map(([, { number }]) => `phone:${number}`)];
	const hear = (message: ChannelMessage): void => {
		observed.take(message);
		waiting.wake();
	};
	const stop = await gateway.listen(channels, hear).catch(async (error: unknown) => {
		await putAway();
		throw error;
	});
	const known = await findInstance();
	for (const [name, { number }] of phones) {
		if (known === null) continue;
		// A phone shows the chats of so many instances only.
		const [last] = await questions.messages(number, known.id, null);
		if (last !== undefined) taken.set(keyOf(name, null), last.messageId);
		for (const { instanceId, groupId: group, name: called, lastMessage } of await questions.chats(number)) {
			if (instanceId !== known.id || group === null || lastMessage === null) continue;
			for (const one of [called, group]) taken.set(keyOf(name, one), lastMessage.messageId);
		}
	}

	return {
		gateway,
		questions,
		observed,
		waiting,
		readFile,
		scenario,
		phone,
		instance,
		findInstance,
		groupId,
		async received(name, group) {
			const after = taken.get(keyOf(name, group)) ?? '';
			const all = await messages(name, group);
			return all.filter(({ fromMe, messageId }) => !fromMe && messageId > after).reverse();
		},
		take(name, group, { messageId }) {
			taken.set(keyOf(name, group), messageId);
		},
		async forget(name, group) {
			const [last] = await messages(name, group);
			if (last !== undefined) taken.set(keyOf(name, group), last.messageId);
		},
		async end() {
			stop();
			await putAway();
		},
	};
}
