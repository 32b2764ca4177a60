import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { Answer } from '../../support/client.ts';
import { sendText, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { startFileServer, type FileServer } from '../../support/servers/file-server.ts';
import { startReceiver, type Received, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';
import type { NetworkUnderTest, NetworkWorld, OtherEnd } from './network-under-test.ts';

/** The shared context of a contract's tests: one network, one gateway on it, one receiver of its webhooks. */
export interface ContractContext {
	readonly network: NetworkUnderTest;
	readonly world: NetworkWorld;
	readonly gateway: TestGateway;
	readonly receiver: Receiver;
	/** Serves the files to send. */
	readonly files: FileServer;
	/** Creates an instance that is not connected. */
	created(fields?: Record<string, unknown>): Promise<TestInstance>;
	/** Creates a connected instance. */
	connected(fields?: Record<string, unknown>): Promise<TestInstance>;
	/** Stops the gateway and starts another one on the same data. */
	restart(): Promise<void>;
}

/** An instance under test. */
export interface TestInstance {
	id: string;
	/** Its other end, for the running gateway. */
	readonly end: OtherEnd;
	/** Connects the instance as a client and a person would. */
	connect(): Promise<void>;
	/** Sends a text, or anything else by `rest`; returns the id of the accepted message. */
	send(to: string, message: string, rest?: Record<string, unknown>): Promise<string>;
	status(): Promise<unknown>;
	is(status: string): Promise<void>;
	/**
	 * Returns the events of the instance so far in the order of their ids, which may differ from that of their
	 * arrival.
	 */
	events(kind?: string): Received[];
	/** Resolves with the first event of a type, optionally about this message. */
	event(kind: string, messageId?: string): Promise<Received>;
}

/** Returns what the other side of an instance does. Throws for an action that its network does not have. */
export function actionOf<Name extends keyof OtherEnd>(
	{ end }: TestInstance,
	name: Name,
): NonNullable<OtherEnd[Name]> {
	const action = end[name];
	if (action === undefined) throw new Error(`The other end cannot ${name}.`);
	return action;
}

/** Expects a refusal of the official API, with a sentence that says what to do instead. */
export function expectOfficialRefusal(answer: Answer): void {
	expect([answer.status, answer.at('error.code')]).toEqual([409, 'official_api_instance']);
	expect(answer.text('error.message')).toMatch(/\. .*\.$/);
}

/** Starts what the tests of a file share, and stops it after them. */
export function createContractContext(network: NetworkUnderTest): ContractContext {
	let world: NetworkWorld;
	let gateway: TestGateway;
	let receiver: Receiver;
	let files: FileServer;
	const ids: string[] = [];

	beforeAll(async () => {
		world = await network.start();
		[receiver, files] = await Promise.all([startReceiver(), startFileServer()]);
		gateway = await startTestGateway({ environment: world.settings });
	});
	afterEach(async () => {
		for (const id of ids.splice(0)) await gateway.delete(`/v1/instances/${id}`);
	});
	afterAll(async () => {
		await receiver.close();
		await gateway.close();
		await Promise.all([files.close(), world.close()]);
	});

	function instance(id: string): TestInstance {
		const path = `/v1/instances/${id}`;
		const status = async (): Promise<unknown> => (await gateway.get(`${path}/status`)).at('data.status');
		const events = (kind?: string): Received[] =>
			receiver.requests
				.filter((one) => one.at('data.instanceId') === id && (kind === undefined || one.at('event') === kind))
				.sort((a, b) => String(a.at('eventId')).localeCompare(String(b.at('eventId'))));
		const self: TestInstance = {
			id,
			get end() {
				return world.endOf(gateway, id);
			},
			async connect() {
				const answer = await gateway.post(`${path}/connect`, world.connectRequest);
				if (answer.status !== 200) throw new Error(`Not connected: ${JSON.stringify(answer.body)}`);
				const qrCode = answer.at('qrCode');
				await world.endOf(gateway, id).complete(typeof qrCode === 'string' ? qrCode : null);
				await self.is('connected');
			},
			send: (to, message, rest) => sendText(gateway, id, to, message, rest),
			status,
			async is(wanted) {
				await until(`the instance to be ${wanted}`, async () => (await status()) === wanted);
			},
			events,
			event: (kind, messageId) =>
				until(`${kind} of ${messageId ?? id}`, () =>
					events(kind).find((one) => messageId === undefined || one.at('data.messageId') === messageId),
				),
		};
		return self;
	}

	async function created(fields: Record<string, unknown> = {}): Promise<TestInstance> {
		const settings = { autoTyping: false };
		const request = { name: 'Shop', webhookUrl: receiver.url, settings, ...fields };
		const id = (await gateway.post('/v1/instances', request)).text('data.id');
		ids.push(id);
		return instance(id);
	}

	return {
		network,
		get world() {
			return world;
		},
		get gateway() {
			return gateway;
		},
		get receiver() {
			return receiver;
		},
		get files() {
			return files;
		},
		created,
		async connected(fields) {
			const made = await created(fields);
			await made.connect();
			return made;
		},
		async restart() {
			gateway = await gateway.restart();
		},
	};
}
