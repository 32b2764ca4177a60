import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Ending } from '../../whatsapp-server/endings.ts';
import type { GroupAction } from '../../whatsapp-server/groups/group-changes.ts';
import type { Role } from '../../whatsapp-server/groups/groups.ts';
import type { HistoryChat } from '../../whatsapp-server/phone/history.ts';
import type { TypedCode } from '../../whatsapp-server/linking/link-code.ts';
import type { Scanned } from '../../whatsapp-server/linking/link-device.ts';
import type { Scan } from '../../whatsapp-server/phone/pairing.ts';
import type { SendOptions } from '../../whatsapp-server/phone/outbox/send-options.ts';
import type { MessageRule, QueryRule, ReceiptType } from '../../whatsapp-server/rules.ts';
import type { ToSend } from '../../whatsapp-server/phone/outbox/to-send.ts';
import type {
	LoggedAck,
	LoggedPhoneRequest,
	LoggedPresence,
	LoggedReceipt,
	Received,
	Unreadable,
} from '../../whatsapp-server/log.ts';
import type { Addressing } from '../../whatsapp-server/world.ts';
import { accountControls, type AccountControls } from './account-controls.ts';
import { groupControls, type GroupControls } from './group-controls.ts';
import { hostileControls, type HostileWhatsApp } from './hostile.ts';
import { until } from '../until.ts';

const FOLDER = path.join(import.meta.dirname, '../../whatsapp-server');

/** The log of the server. */
export interface ServerLog {
	receipts: LoggedReceipt[];
	acks: LoggedAck[];
	presences: LoggedPresence[];
	unreadable: Unreadable[];
	phoneRequests: LoggedPhoneRequest[];
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
	/** Connections that were rejected while the server was offline. */
	refused: number;
	files: number;
	/** Processor time of the stand-in in milliseconds; shows whether it slowed down a measurement. */
	cpuMs: number;
}

/** The WhatsApp stand-in, in a process of its own. */
export interface WhatsApp extends HostileWhatsApp, GroupControls, AccountControls {
	/** The WebSocket URL for clients. */
	url: string;
	/** The environment and Node arguments with which a client's process trusts the stand-in. */
	trust: { env: { WHATSAPP_TEST_TRUST: string }; execArgv: string[] };
	scan(phone: string, qr: string, more?: Pick<Scan, 'name' | 'history'>): Promise<Scanned>;
	/** A phone sends a message to an account or a group; returns its id. */
	send(from: string, to: string, what: ToSend & SendOptions): Promise<string>;
	/** Retires the secret of a QR code and notifies its client; returns the id of the notification. */
	retire(qr: string, child?: string): Promise<string>;
	/** A phone types a pairing code. */
	typeCode(typed: TypedCode): Promise<Scanned>;
	/** Asks the client that has registered a pairing code for a phone for another code. */
	refreshCode(phone: string): Promise<void>;
	/** Returns the pairing codes that clients have registered. */
	linkCodes(): Promise<{ phone: string; display: string; isNotified: boolean }[]>;
	/** A phone sends `count` texts; returns their ids. */
	burst(from: string, to: string, text: string, count: number): Promise<string[]>;
	/** Phones send a text each; returns the moment of their delivery, in milliseconds of the monotonic clock. */
	burstAtOnce(from: readonly string[], to: string, text: string): Promise<number>;
	receipts(options: {
		from: string;
		account: string;
		ids: readonly string[];
		type: ReceiptType;
		group?: string;
		lid?: boolean;
	}): Promise<void>;
	messageRules(...rules: MessageRule[]): Promise<void>;
	queryRules(...rules: QueryRule[]): Promise<void>;
	/** Answers the queries that a rule holds. */
	answerHeld(): Promise<void>;
	settings(options: {
		addressing?: Addressing;
		refs?: number;
		offline?: boolean;
		/** Most patches of a collection of the app state in one answer. */
		patchesPerAnswer?: number;
	}): Promise<void>;
	person(
		phone: string,
		options?: {
			name?: string;
			about?: string | null;
			picture?: string | null;
			isBusiness?: boolean;
			passkey?: boolean;
			/** The server reveals only the LID of this phone. */
			hidden?: boolean;
			/** Its LID, of 5 to 15 digits. */
			lid?: string;
			/** The server answers queries for the keys of this phone with an error. */
			keysRefused?: boolean;
			/** The server answers queries for its devices with an error. */
			devicesRefused?: boolean;
		},
	): Promise<{ phone: string; lid: string; name: string }>;
	/** Assigns a phone number to a hidden person, which the server reveals from now on. */
	revealPhone(phone: string, as: string): Promise<void>;
	/** Replaces a phone by a new one, with new keys. */
	reinstall(phone: string): Promise<void>;
	/** Creates a group; returns its JID. */
	group(options: {
		by: string;
		subject: string;
		members: readonly string[];
		addressing?: Addressing;
		picture?: string;
		/** The part of its JID before the `@`. */
		id?: string;
	}): Promise<string>;
	/** Changes the subject of a group. */
	subject(options: { by: string; group: string; subject: string }): Promise<void>;
	/** Changes the participants of a group. */
	members(options: {
		by: string;
		group: string;
		action: GroupAction;
		phones: readonly string[];
	}): Promise<void>;
	/** Returns the phones of a group and their roles. */
	membersOf(group: string): Promise<Record<string, Role>>;
	/** The phone sends a history sync to an account. */
	history(account: string, chats: HistoryChat[]): Promise<void>;
	/** The server reports an error for a message that it has acknowledged. */
	sendNack(options: { account: string; id: string; to: string; error: number }): Promise<void>;
	end(account: string, ending: Ending): Promise<void>;
	rejectLogin(account: string, reason: string | null): Promise<void>;
	received(by?: string): Promise<Received[]>;
	/** Returns the decrypted file of a message that a phone received. */
	file(id: string): Promise<Buffer>;
	log(account?: string): Promise<ServerLog>;
	stats(): Promise<ServerStats>;
	close(): Promise<void>;
}

/** Starts the WhatsApp stand-in in a process of its own; resolves once it listens. */
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
		...groupControls(control),
		...accountControls(control),
		url: `${url.replace('http', 'ws')}/ws/chat`,
		trust: {
			env: { WHATSAPP_TEST_TRUST: JSON.stringify(await control('trust')) },
			execArgv: ['--import', preload],
		},
		scan: (phone, qr, more) => control('scan', { phone, qr, ...more }),
		retire: async (qr, child) => (await control<{ id: string }>('retire', { qr, child })).id,
		typeCode: (typed) => control('typeCode', typed),
		refreshCode: (phone) => order('refreshCode', { phone }),
		linkCodes: async () =>
			(await control<{ codes: Awaited<ReturnType<WhatsApp['linkCodes']>> }>('linkCodes')).codes,
		send: async (from, to, what) => (await control<{ id: string }>('send', { from, to, ...what })).id,
		burst: async (from, to, text, count) =>
			(await control<{ ids: string[] }>('burst', { from, to, text, count })).ids,
		burstAtOnce: async (from, to, text) =>
			(await control<{ at: number }>('burstAtOnce', { from, to, text })).at,
		receipts: (options) => order('receipts', options),
		messageRules: (...rules) => order('messageRules', { rules }),
		queryRules: (...rules) => order('queryRules', { rules }),
		answerHeld: () => order('answerHeld', {}),
		settings: (options) => order('settings', options),
		person: (phone, options) => control('person', { phone, ...options }),
		revealPhone: (phone, as) => order('revealPhone', { phone, as }),
		reinstall: (phone) => order('reinstall', { phone }),
		group: async (options) => (await control<{ id: string }>('group', options)).id,
		subject: (options) => order('subject', options),
		members: (options) => order('members', options),
		membersOf: async (group) =>
			(await control<{ members: Record<string, Role> }>('membersOf', { group })).members,
		history: (account, chats) => order('history', { account, chats }),
		sendNack: (options) => order('sendNack', options),
		end: (account, ending) => order('end', { account, ending }),
		rejectLogin: (account, reason) => order('rejectLogin', { account, reason }),
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
