import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { until } from '../../../playground/src/until.ts';
import { parseMail, type Mail } from './mime.ts';

/** A mail server of a test, which takes every mail and hands none on. */
export type Mailbox = {
	port: number;
	/** Waits for the mail to an address that has this subject; gives it. */
	mailTo: (address: string, subject: string) => Promise<Mail>;
	/** The subjects of all that has come, the oldest first. */
	subjects: () => string[];
	close: () => Promise<void>;
};

type Delivered = { to: string[]; mail: Mail };

/** Opens a mail server on a free port. */
export async function openMailbox(): Promise<Mailbox> {
	const delivered: Delivered[] = [];
	const sockets = new Set<Socket>();
	const server = net.createServer((socket) => {
		sockets.add(socket);
		converse(socket, (arrived) => delivered.push(arrived));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		port: (server.address() as AddressInfo).port,
		mailTo: (address, subject) =>
			until({ what: `the mail "${subject}" to ${address}`, seconds: 30, everyMs: 100 }, () => {
				const isMeant = ({ to, mail }: Delivered) => to.includes(address) && mail.subject === subject;
				return Promise.resolve(delivered.find(isMeant)?.mail);
			}),
		subjects: () => delivered.map(({ mail }) => mail.subject),
		close: async () => {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, 'close');
		},
	};
}

/** As much of SMTP (RFC 5321) as it takes to be given mails. */
function converse(socket: Socket, deliver: (arrived: Delivered) => void): void {
	let buffer = '';
	let to: string[] = [];
	let isMail = false;
	const say = (line: string) => socket.write(`${line}\r\n`);

	const command = (line: string) => {
		const recipient = /^RCPT TO:<([^>]+)>/i.exec(line)?.[1];
		if (recipient !== undefined) to.push(recipient);
		isMail = /^DATA$/i.test(line);
		if (isMail) return say('354 Go on');
		if (/^QUIT$/i.test(line)) return socket.end('221 Bye\r\n');
		return say('250 Fine');
	};
	const mail = (text: string) => {
		// Lines that begin with a dot have been given another one.
		deliver({ to, mail: parseMail(text.replaceAll('\r\n..', '\r\n.')) });
		to = [];
		isMail = false;
		say('250 Taken');
	};

	socket.setEncoding('latin1').on('data', (part: string) => {
		buffer += part;
		for (;;) {
			const end = isMail ? '\r\n.\r\n' : '\r\n';
			const at = buffer.indexOf(end);
			if (at < 0) return;
			const text = buffer.slice(0, at);
			buffer = buffer.slice(at + end.length);
			if (isMail) mail(text);
			else command(text);
		}
	});
	socket.on('error', () => socket.destroy());
	say('220 A mailbox of a test');
}
