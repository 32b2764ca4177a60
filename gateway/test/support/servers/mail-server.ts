import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { TLSSocket } from 'node:tls';
import { selfSigned } from './certificate.ts';
import { until } from '../until.ts';

/** The behavior of the server on a connection, or on its mail. */
export type MailServerMood =
	| 'accepts'
	| 'greylists'
	| 'refuses login'
	| 'hangs'
	| 'drops'
	| 'talks nonsense'
	| 'refuses one'
	| 'refuses STARTTLS'
	| 'shows an unknown certificate';

export interface MailServer {
	port: number;
	/** The mails that were accepted, with their headers, oldest first. */
	mails: string[];
	/** Number of opened connections. */
	connections(): number;
	mood: MailServerMood;
	count(wanted: number): Promise<string[]>;
	close(): Promise<void>;
}

/** Starts a mail server on this machine that speaks SMTP with AUTH PLAIN, and can behave as badly as real ones. */
export async function startMailServer(): Promise<MailServer> {
	const sockets = new Set<Socket>();
	let opened = 0;
	const server = createServer((socket) => {
		opened += 1;
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
		socket.on('error', () => undefined);
		converse(socket, mailServer);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const mailServer: MailServer = {
		port: (server.address() as AddressInfo).port,
		mails: [],
		connections: () => opened,
		mood: 'accepts',
		count: (wanted) => until(`${wanted} mails`, () => mailServer.mails.length >= wanted && mailServer.mails),
		close: () =>
			new Promise((resolve) => {
				for (const socket of sockets) socket.destroy();
				server.close(() => {
					resolve();
				});
			}),
	};
	return mailServer;
}

function converse(socket: Socket, server: MailServer): void {
	const { mood } = server;
	if (mood === 'hangs') return;
	if (mood === 'talks nonsense') {
		socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
		return;
	}
	const say = (line: string): void => {
		socket.write(`${line}\r\n`);
	};
	let text = '';
	let inData = false;
	say('220 mail.test ESMTP');
	socket.setEncoding('utf8');
	socket.on('data', (chunk: string) => {
		text += chunk;
		for (;;) {
			const end = text.indexOf(inData ? '\r\n.\r\n' : '\r\n');
			if (end === -1) return;
			const part = text.slice(0, end);
			text = text.slice(end + (inData ? 5 : 2));
			if (inData) {
				inData = false;
				// Lines that were broken for the way are whole again.
				server.mails.push(part.replaceAll('=\r\n', ''));
				say('250 2.0.0 Queued');
			} else {
				inData = answer(part, { server, mood, say, socket });
			}
		}
	});
}

interface Conversation {
	server: MailServer;
	mood: MailServerMood;
	say: (line: string) => void;
	socket: Socket;
}

/** Answers a command; returns whether the content of a mail follows. */
function answer(line: string, { mood, say, socket }: Conversation): boolean {
	const command = line.split(' ')[0]?.toUpperCase();
	const offersTls = mood === 'refuses STARTTLS' || mood === 'shows an unknown certificate';
	if (command === 'EHLO') say(`250-mail.test\r\n${offersTls ? '250-STARTTLS\r\n' : ''}250 AUTH PLAIN`);
	else if (command === 'STARTTLS' && mood === 'refuses STARTTLS') say('454 4.7.0 TLS not available');
	else if (command === 'STARTTLS') {
		say('220 2.0.0 Go ahead');
		socket.removeAllListeners('data');
		// The client ends the handshake, because it does not know who signed the certificate.
		new TLSSocket(socket, { isServer: true, ...selfSigned() }).on('error', () => undefined);
	}
	// A bad server repeats what it was sent, the password with it.
	else if (command === 'AUTH') say(mood === 'refuses login' ? `535 5.7.8 Bad: ${line}` : '235 2.7.0 Welcome');
	else if (command === 'RCPT' && mood === 'greylists') say('451 4.7.1 Greylisted, try again later');
	else if (command === 'RCPT' && mood === 'refuses one' && line.includes('gone@'))
		say('550 5.1.1 No such user');
	else if (command === 'DATA' && mood === 'drops') socket.destroy();
	else if (command === 'DATA') {
		say('354 Go on');
		return true;
	} else if (command === 'QUIT') socket.end('221 2.0.0 Bye\r\n');
	else say('250 2.0.0 OK');
	return false;
}
