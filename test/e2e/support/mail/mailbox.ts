import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { until } from '../../../../playground/src/process/until.ts';
import { parseMail, type Mail } from './mime.ts';

/** A mail server that accepts every mail and forwards none. */
export type Mailbox = {
	port: number;
	/** Waits for the mail to an address with this subject and returns it. */
	waitForMail: (address: string, subject: string) => Promise<Mail>;
	/** Returns the subjects of all received mails, oldest first. */
	subjects: () => string[];
	close: () => Promise<void>;
};

type Delivered = { to: string[]; mail: Mail };

/** Starts a mail server on a free port. */
export async function openMailbox(): Promise<Mailbox> {
	const delivered: Delivered[] = [];
	const sockets = new Set<Socket>();
	const server = net.createServer((socket) => {
		sockets.add(socket);
		handleSmtp(socket, (mail) => delivered.push(mail));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		port: (server.address() as AddressInfo).port,
		waitForMail: (address, subject) =>
			until({ what: `the mail "${subject}" to ${address}`, seconds: 30, everyMs: 100 }, () => {
				const matches = ({ to, mail }: Delivered) => to.includes(address) && mail.subject === subject;
				return Promise.resolve(delivered.find(matches)?.mail);
			}),
		subjects: () => delivered.map(({ mail }) => mail.subject),
		close: async () => {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, 'close');
		},
	};
}

/** Implements the part of SMTP (RFC 5321) that is needed to receive mails. */
function handleSmtp(socket: Socket, deliver: (mail: Delivered) => void): void {
	let buffer = '';
	let to: string[] = [];
	let isMail = false;
	const reply = (line: string) => socket.write(`${line}\r\n`);

	const command = (line: string) => {
		const recipient = /^RCPT TO:<([^>]+)>/i.exec(line)?.[1];
		if (recipient !== undefined) to.push(recipient);
		isMail = /^DATA$/i.test(line);
		if (isMail) return reply('354 Go on');
		if (/^QUIT$/i.test(line)) return socket.end('221 Bye\r\n');
		return reply('250 Fine');
	};
	const mail = (text: string) => {
		// Removes the dot that SMTP adds to lines that start with a dot.
		deliver({ to, mail: parseMail(text.replaceAll('\r\n..', '\r\n.')) });
		to = [];
		isMail = false;
		reply('250 Taken');
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
	reply('220 A mailbox of a test');
}
