import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { Agent, type Dispatcher } from 'undici';
import type { Clock } from '../../../src/domain/clock.ts';
import type { InstanceId } from '../../../src/domain/ids.ts';
import type { DriverContext, NetworkConnection } from '../../../src/network/driver.ts';
import type { Guard } from '../../../src/lib/guarded-http/target.ts';
import { createErrorScopes } from '../../../src/network/connections/error-scopes.ts';
import type { NetworkEvent } from '../../../src/network/network-event.ts';
import type * as whatsAppWeb from '../../../src/network/whatsapp-web/whatsapp-web.ts';
import { systemClock } from '../../../src/runtime/system.ts';
import { importOnce } from '../import-once.ts';
import { until } from '../until.ts';
import { trustWhatsApp } from './trust.ts';
import type { WhatsApp } from './whatsapp.ts';

type WhatsAppWebDeps = whatsAppWeb.WhatsAppWebDeps;
type Kind = NetworkEvent['kind'];
export type EventOf<K extends Kind> = Extract<NetworkEvent, { kind: K }>;

/** The driver for WhatsApp as a linked device, with an instance whose reports and session are kept in memory. */
export interface DeviceUnderTest {
	/** All reports so far, oldest first. */
	reports: NetworkEvent[];
	/** Resolves with the report of this kind after the first `skip` ones. */
	reported<K extends Kind>(kind: K, skip?: number): Promise<EventOf<K>>;
	link(pairingPhone?: string): Promise<NetworkConnection>;
	/** Links it to the account of this phone, which scans its first QR code; resolves when it is connected. */
	linkTo(phone: string): Promise<NetworkConnection>;
	resume(): Promise<NetworkConnection>;
	/** The names of the stored session values. */
	stored(): string[];
	/** The lines of the log, as JSON. */
	logged(): string;
	close(): Promise<void>;
}

export async function createDeviceUnderTest(
	whatsApp: WhatsApp,
	{
		clock = systemClock,
		proxyUrl = () => null,
		confirmLease = () => Promise.resolve(),
		beforeReport = () => Promise.resolve(),
		callRejectionEnabled = () => Promise.resolve(false),
		findMessage = () => Promise.resolve(null),
		agent = new Agent(),
		proxyGuard = { allowed: [] },
		more = {},
	}: {
		clock?: Clock;
		proxyUrl?: () => string | null;
		/** Rejects where another gateway has the instance. */
		confirmLease?: () => Promise<void>;
		/** A report is stored when it resolves. */
		beforeReport?: (events: readonly NetworkEvent[]) => Promise<void>;
		callRejectionEnabled?: DriverContext['callRejectionEnabled'];
		findMessage?: DriverContext['messages']['find'];
		agent?: Dispatcher;
		proxyGuard?: Guard;
		more?: Partial<WhatsAppWebDeps>;
	} = {},
): Promise<DeviceUnderTest> {
	await trustWhatsApp(whatsApp);
	// With the Baileys of this process, which trusts the stand-in.
	const module = '../../../src/network/whatsapp-web/whatsapp-web.ts';
	const { createWhatsAppWeb } = await importOnce<typeof whatsAppWeb>(module, import.meta.url);
	const lines: string[] = [];
	const log = (fields: object, text: string): void => {
		lines.push(JSON.stringify({ ...fields, text, err: inspect(fields) }));
	};
	const values = new Map<string, string>();
	const reports: NetworkEvent[] = [];
	const connections: NetworkConnection[] = [];
	const context: DriverContext = {
		async report(events) {
			await beforeReport(events);
			reports.push(...events);
			for (const event of events) if (event.kind === 'session') await context.session.write(event.values);
		},
		confirmLease: () => confirmLease(),
		noteAcknowledged: () => undefined,
		session: {
			read: (key) => Promise.resolve(values.get(key) ?? null),
			readAll: (keys) =>
				Promise.resolve(
					new Map(keys.flatMap((key) => (values.has(key) ? [[key, values.get(key) ?? '']] : []))),
				),
			list: (prefix) =>
				Promise.resolve(new Map([...values].filter(([key]) => key.startsWith(prefix)).sort())),
			write(changed) {
				for (const [key, value] of Object.entries(changed)) {
					if (value === null) values.delete(key);
					else values.set(key, value);
				}
				return Promise.resolve();
			},
			clear() {
				values.clear();
				return Promise.resolve();
			},
		},
		listAwaitingReceipts: () => Promise.resolve([]),
		messages: {
			findNetworkId: () => Promise.resolve(null),
			findId: () => Promise.resolve(null),
			find: (...query) => findMessage(...query),
			findLastReceived: () => Promise.resolve(null),
			listUnread: () => Promise.resolve([]),
			countSendAttempts: () => Promise.resolve(0),
			setSendAttempts: () => Promise.resolve(),
		},
		autoReadEnabled: () => Promise.resolve(false),
		callRejectionEnabled,
		getProxyUrl: () => Promise.resolve(proxyUrl()),
	};
	const driver = createWhatsAppWeb({
		url: whatsApp.url,
		clock,
		random: Math.random,
		seal: (_instanceId, session) => ({ ...session, encrypt: (plain) => ({ ...plain }) }),
		files: { save: () => Promise.reject(new Error('No files.')), discard: () => Promise.resolve() },
		agent,
		proxyGuard,
		scopes: createErrorScopes(),
		count: () => undefined,
		processId: randomBytes(8).toString('hex'),
		log: { debug: log, info: log, warn: log, error: log } as WhatsAppWebDeps['log'],
		...more,
	});
	const instanceId = 'inst_test' as InstanceId;
	const kept = async (opening: Promise<NetworkConnection>): Promise<NetworkConnection> => {
		const connection = await opening;
		connections.push(connection);
		return connection;
	};
	const reported = <K extends Kind>(kind: K, skip = 0): Promise<EventOf<K>> =>
		until(`the report ${kind}`, () =>
			reports
				.filter((one): one is EventOf<K> => one.kind === kind)
				.slice(skip)
				.at(0),
		);
	const link = (pairingPhone: string | null): Promise<NetworkConnection> =>
		kept(driver.link(instanceId, context, { pairingPhone }));
	return {
		reports,
		reported,
		link: (pairingPhone) => link(pairingPhone ?? null),
		async linkTo(phone) {
			const connection = await link(null);
			await whatsApp.scan(phone, (await reported('qr')).text);
			await reported('connected');
			return connection;
		},
		resume: () => kept(driver.resume(instanceId, context)),
		stored: () => [...values.keys()],
		logged: () => lines.join('\n'),
		async close() {
			await Promise.all(connections.map((one) => one.close()));
		},
	};
}
