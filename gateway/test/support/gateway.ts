import type * as pino from 'pino';
import type * as config from '../../src/config/config.ts';
import type { Clock } from '../../src/domain/clock.ts';
import type * as gateway from '../../src/gateway.ts';
import type * as system from '../../src/runtime/system.ts';
import type { PasswordCost } from '../../src/access/users/password.ts';
import { createClient, type Client } from './client.ts';
import { databaseEnvironment } from './database.ts';
import { temporaryFolder } from './data-folder.ts';
import { importOnce } from './import-once.ts';

export const API_KEY = 'a-key-for-tests-0123456789';

export interface TestGateway extends Client {
	url: string;
	folder: string;
	/** The token of the one-time link of this start; null: the owner has a password. */
	setupToken: string | null;
	/** The log lines so far. */
	logged: string[];
	/** Stops this gateway and starts another one on the same data, with additional settings if given. */
	restart(environment?: Record<string, string>): Promise<TestGateway>;
	close(): Promise<void>;
}

export interface TestOptions {
	clock?: Clock;
	entropy?: system.RandomBytes;
	environment?: Record<string, string>;
	/** The folder of the built page; absent: where the build writes it. */
	pageFolder?: string;
	/** The hashing cost of a new password; absent: minimal. */
	passwordCost?: PasswordCost;
	/** Fills the empty data folder, or its database, before the gateway starts. */
	prepare?: (folder: string) => Promise<void>;
}

const ENVIRONMENT = {
	GATEWAY_PORT: '0',
	GATEWAY_API_KEY: API_KEY,
	GATEWAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
	GATEWAY_MEDIA_ALLOW: '127.0.0.0/8',
	GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0',
	GATEWAY_RATE_LIMITS: 'off',
};

/** A hash takes some hundred times as long at the cost of real passwords, and tests sign in often. */
const CHEAP_PASSWORDS: PasswordCost = { memory: 64, passes: 1, parallelism: 1 };

/** Starts a gateway in this process on a free port, with a data folder and a database of its own. */
export async function startTestGateway(options: TestOptions = {}): Promise<TestGateway> {
	const { folder, remove } = await temporaryFolder();
	await options.prepare?.(folder);
	return startOn(folder, remove, options);
}

async function startOn(
	folder: string,
	remove: () => Promise<void>,
	options: TestOptions,
): Promise<TestGateway> {
	const { pino, readConfig, startGateway, systemClock, systemEntropy } = await loadGateway();
	const logged: string[] = [];
	const logger = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) });
	const config = readConfig({
		...ENVIRONMENT,
		...(await databaseEnvironment(folder)),
		GATEWAY_DATA_DIR: folder,
		...options.environment,
	});
	const { clock = systemClock, entropy = systemEntropy } = options;
	const { pageFolder, passwordCost = CHEAP_PASSWORDS } = options;
	const gateway = await startGateway(config, {
		clock,
		entropy,
		logger,
		passwordCost,
		...(pageFolder === undefined ? {} : { pageFolder }),
	});
	await gateway.connectionsResumed;
	return {
		...createClient(gateway.url, API_KEY),
		url: gateway.url,
		folder,
		setupToken: gateway.setupUrl?.split('/#/setup/')[1] ?? null,
		logged,
		async restart(environment = {}) {
			await gateway.close();
			return startOn(folder, remove, {
				...options,
				environment: { ...options.environment, ...environment },
			});
		},
		async close() {
			await gateway.close();
			await remove();
		},
	};
}

/** Loads the modules that start a gateway, once for all test files of a process. */
async function loadGateway() {
	const load = <T>(specifier: string): Promise<T> => importOnce<T>(specifier, import.meta.url);
	return {
		...(await load<typeof pino>('pino')),
		...(await load<typeof config>('../../src/config/config.ts')),
		...(await load<typeof gateway>('../../src/gateway.ts')),
		...(await load<typeof system>('../../src/runtime/system.ts')),
	};
}

/** Creates an instance and connects it by a scan with its simulated phone; returns its id. */
export async function connectedInstance(client: Client, name = 'Shop'): Promise<string> {
	const created = await client.post('/v1/instances', { name });
	const id = created.text('data.id');
	const connecting = await client.post(`/v1/instances/${id}/connect`, { method: 'qrcode' });
	const scanned = await client.post(`/simulator/v1/instances/${id}/scan`);
	for (const { status, body } of [connecting, scanned]) {
		if (status !== 200) throw new Error(`Not connected: ${JSON.stringify(body)}`);
	}
	return id;
}

/** Sends a text; returns the id of the accepted message. */
export async function sendText(
	client: Client,
	instanceId: string,
	to: string,
	message = 'Hello',
	rest: Record<string, unknown> = {},
): Promise<string> {
	const answer = await client.post('/v1/messages/send', { instanceId, to, message, ...rest });
	if (answer.status !== 202) throw new Error(`Not accepted: ${JSON.stringify(answer.body)}`);
	return answer.text('messageId');
}

/** Returns the status record of a message. */
export async function statusOf(client: Client, messageId: string): Promise<unknown> {
	return (await client.get(`/v1/messages/${messageId}/status`)).at('data');
}
