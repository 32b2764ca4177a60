import makeSocket, {
	BufferJSON,
	Curve,
	DisconnectReason,
	downloadMediaMessage,
	useMultiFileAuthState,
	type BaileysEventMap,
	type WAMessage,
} from 'baileys';
import { pino } from 'pino';
import { verifySignature } from 'whatsapp-rust-bridge';
import { signalKey } from './wire/authority.ts';

/**
 * Baileys alone in a process of its own: it calls the methods it receives by IPC, and reports events. Arguments: the
 * server's URL, the folder of the session, and how long a QR code lasts, in milliseconds.
 */
const [url = '', folder = '', qrTimeout] = process.argv.slice(2);

// libsignal prints the keys of sessions to the console.
const silent = () => undefined;
Object.assign(console, { log: silent, info: silent, warn: silent, error: silent });

// Baileys 7.0.0-rc14 verifies signatures and ignores the result, so it accepts every certificate and every account.
// Here a wrong signature throws, so that the signatures of the stand-in are really checked.
Curve.verify = (key, message, signature) => verifySignature(signalKey(key), message, signature);

const EVENTS = [
	'messages.upsert',
	'messages.update',
	'message-receipt.update',
	'messaging-history.set',
	'groups.upsert',
	'groups.update',
	'group-participants.update',
	'contacts.update',
	'presence.update',
] as const satisfies (keyof BaileysEventMap)[];

const { state, saveCreds } = await useMultiFileAuthState(folder);
type Socket = ReturnType<typeof makeSocket>;
let socket: Socket = connect();

function connect(): Socket {
	const made = makeSocket({
		auth: state,
		waWebSocketUrl: url,
		...(qrTimeout === undefined ? {} : { qrTimeout: Number(qrTimeout) }),
		logger: pino({ level: process.env.BARE_CLIENT_LOG ?? 'silent' }),
	});
	made.ev.on('creds.update', () => void saveCreds());
	made.ev.on('connection.update', ({ qr, connection, lastDisconnect }) => {
		const error = lastDisconnect?.error as { output?: { statusCode?: number } } | undefined;
		const code = error?.output?.statusCode;
		report('connection', { qr, connection, code });
		if (connection === 'close' && code === DisconnectReason.restartRequired) socket = connect();
	});
	made.ws.on('CB:ack,class:message', (ack: { attrs: unknown }) => {
		report('ack', ack.attrs);
	});
	made.ws.on('CB:notification,type:passkey_prologue_request', (notification: { attrs: unknown }) => {
		report('passkey', notification.attrs);
	});
	for (const event of EVENTS) {
		made.ev.on(event, (what) => {
			report(event, what);
		});
	}
	return made;
}

function report(event: string, what: unknown): void {
	process.send?.({ event, what: JSON.stringify(what, BufferJSON.replacer) });
}

interface Call {
	number: number;
	method: string;
	args: string;
}

process.on('message', ({ number, method, args }: Call) => {
	void call(method, JSON.parse(args, BufferJSON.reviver) as unknown[]).then(
		(result) => process.send?.({ number, result: JSON.stringify(result ?? null, BufferJSON.replacer) }),
		(error: unknown) => process.send?.({ number, error: String(error) }),
	);
});

// The process ends with its parent.
process.on('disconnect', () => process.exit(0));

async function call(method: string, args: unknown[]): Promise<unknown> {
	if (method === 'connect') {
		socket = connect();
		return null;
	}
	if (method === 'download') return downloadMediaMessage(args[0] as WAMessage, 'buffer', {});
	const methods = socket as unknown as Record<string, (...args: unknown[]) => unknown>;
	return methods[method]?.(...args);
}
