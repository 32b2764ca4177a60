import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Ending } from '../../whatsapp-server/endings.ts';
import type { GroupAction } from '../../whatsapp-server/groups/group-changes.ts';
import type { Role } from '../../whatsapp-server/groups/groups.ts';
import type { HistoryChat } from '../../whatsapp-server/phone/history.ts';
import type { Scan, Scanned } from '../../whatsapp-server/phone/pairing.ts';
import type { SendOptions } from '../../whatsapp-server/phone/send-options.ts';
import type { MessageRule, QueryRule, ReceiptType } from '../../whatsapp-server/rules.ts';
import type { ToSend } from '../../whatsapp-server/phone/to-send.ts';
import type {
	LoggedAck,
	LoggedAskOfPhone,
	LoggedPresence,
	LoggedReceipt,
	Received,
	Unreadable,
} from '../../whatsapp-server/log.ts';
import type { Addressing } from '../../whatsapp-server/world.ts';
import { hostileControls, type HostileWhatsApp } from './hostile.ts';
import { until } from '../until.ts';

const FOLDER = path.join(import.meta.dirname, '../../whatsapp-server');

/** What clients did, as the server saw it. */
export interface ServerLog {
	receipts: LoggedReceipt[];
	acks: LoggedAck[];
	presences: LoggedPresence[];
	unreadable: Unreadable[];
	askedOfPhone: LoggedAskOfPhone[];
	violations: string[];
	queries: Record<string, number>;
}

export interface ServerStats {
	connections: number;
	accounts: {
		phone: string;
		device: number;
		active: boolean;
		connected: boolean;
		pending: number;
		preKeys: number;
	}[];
	messages: number;
	received: number;
	logins: number;
	files: number;
	/** Processor time the stand-in has used; tells whether it was what slowed a measurement down. */
	cpuMs: number;
}

/** WhatsApp, played by a process of its own. */
export interface WhatsApp extends HostileWhatsApp {
	/** Where clients connect. */
	url: string;
	/** What a client's process needs to trust it: environment, and arguments for node. */
	trust: { env: { WHATSAPP_TEST_TRUST: string }; execArgv: string[] };
	scan(phone: string, qr: string, more?: Pick<Scan, 'name' | 'history'>): Promise<Scanned>;
	/** A phone sends a message to an account or a group; gives its identifier. */
	send(from: string, to: string, what: ToSend & SendOptions): Promise<string>;
	/** A phone sends so many texts; gives their identifiers. */
	burst(from: string, to: string, text: string, count: number): Promise<string[]>;
	receipts(told: {
		from: string;
		account: string;
		ids: readonly string[];
		type: ReceiptType;
		group?: string;
		lid?: boolean;
	}): Promise<void>;
	messageRules(...rules: MessageRule[]): Promise<void>;
	queryRules(...rules: QueryRule[]): Promise<void>;
	settings(told: { addressing?: Addressing; refs?: number; offline?: boolean }): Promise<void>;
	person(
		phone: string,
		told?: {
			name?: string;
			about?: string | null;
			picture?: string | null;
			isBusiness?: boolean;
			passkey?: boolean;
			/** Nobody is told the phone. */
			hidden?: boolean;
			/** Its LID, of 5 to 15 digits. */
			lid?: string;
		},
	): Promise<{ phone: string; lid: string; name: string }>;
	/** Somebody has a new phone, with new keys. */
	reinstall(phone: string): Promise<void>;
	/** Somebody makes a group; gives its JID. */
	group(told: {
		by: string;
		subject: string;
		members: readonly string[];
		addressing?: Addressing;
		picture?: string;
		/** The part of its JID before the `@`. */
		id?: string;
	}): Promise<string>;
	/** Somebody changes who is in a group, and as what. */
	members(told: { by: string; group: string; action: GroupAction; phones: readonly string[] }): Promise<void>;
	/** Phones of a group, and what they may do. */
	membersOf(group: string): Promise<Record<string, Role>>;
	/** The phone hands over chats from before the device was linked. */
	history(account: string, chats: HistoryChat[]): Promise<void>;
	/** The server takes back that it took a message over. */
	takeBack(told: { account: string; id: string; to: string; error: number }): Promise<void>;
	end(account: string, ending: Ending): Promise<void>;
	refuse(account: string, reason: string | null): Promise<void>;
	received(by?: string): Promise<Received[]>;
	/** The decrypted file of a message that a phone received. */
	file(id: string): Promise<Buffer>;
	log(account?: string): Promise<ServerLog>;
	stats(): Promise<ServerStats>;
	close(): Promise<void>;
}

/** Starts the stand-in for WhatsApp's multi-device server; resolves when it answers. */
export async function startWhatsApp(): Promise<WhatsApp> {
	const main = path.join(FOLDER, 'main.ts');
	const child = spawn(process.execPath, [main], { stdio: ['pipe', 'pipe', 'pipe'] });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
	}
	const gone = new Promise<void>((resolve) => child.once('close', resolve));
	const url = await until('the stand-in to start', () => {
		if (child.exitCode !== null) throw new Error(`The stand-in ended: ${output}`);
		return /^WhatsApp stand-in at (\S+)$/m.exec(output)?.[1];
	});
	const control = async <T = unknown>(name: string, body: object = {}): Promise<T> => {
		const response = await fetch(`${url}/control/${name}`, { method: 'POST', body: JSON.stringify(body) });
		if (!response.ok) throw new Error(await response.text());
		return (await response.json()) as T;
	};
	const order = async (name: string, body: object): Promise<void> => {
		await control(name, body);
	};
	const preload = pathToFileURL(path.join(FOLDER, 'trust-test-root.mjs')).href;
	return {
		...hostileControls(control),
		url: `${url.replace('http', 'ws')}/ws/chat`,
		trust: {
			env: { WHATSAPP_TEST_TRUST: JSON.stringify(await control('trust')) },
			execArgv: ['--import', preload],
		},
		scan: (phone, qr, more) => control('scan', { phone, qr, ...more }),
		send: async (from, to, what) => (await control<{ id: string }>('send', { from, to, ...what })).id,
		burst: async (from, to, text, count) =>
			(await control<{ ids: string[] }>('burst', { from, to, text, count })).ids,
		receipts: (told) => order('receipts', told),
		messageRules: (...rules) => order('messageRules', { rules }),
		queryRules: (...rules) => order('queryRules', { rules }),
		settings: (told) => order('settings', told),
		person: (phone, told) => control('person', { phone, ...told }),
		reinstall: (phone) => order('reinstall', { phone }),
		group: async (told) => (await control<{ id: string }>('group', told)).id,
		members: (told) => order('members', told),
		membersOf: async (group) =>
			(await control<{ members: Record<string, Role> }>('membersOf', { group })).members,
		history: (account, chats) => order('history', { account, chats }),
		takeBack: (told) => order('takeBack', told),
		end: (account, ending) => order('end', { account, ending }),
		refuse: (account, reason) => order('refuse', { account, reason }),
		received: async (by) =>
			(await control<{ messages: Received[] }>('received', by === undefined ? {} : { by })).messages,
		async file(id) {
			const { base64 } = await control<{ base64: string | null }>('file', { id });
			if (base64 === null) throw new Error(`No phone received a file with ${id}.`);
			return Buffer.from(base64, 'base64');
		},
		log: (account) => control('log', account === undefined ? {} : { account }),
		stats: () => control('stats'),
		close() {
			child.stdin.end();
			return gone;
		},
	};
}
