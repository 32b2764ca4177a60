import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface MailServer {
	port: number;
	close(): Promise<void>;
}

/** Starts a mail server on this machine, without TLS, that accepts every mail and keeps none. */
export async function startMailServer(): Promise<MailServer> {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
		socket.on('error', () => undefined);
		converse(socket);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		port: (server.address() as AddressInfo).port,
		async close() {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, 'close');
		},
	};
}

/** Answers the commands of SMTP (RFC 5321). */
function converse(socket: Socket): void {
	let text = '';
	let inData = false;
	socket.setEncoding('utf8');
	socket.write('220 mail.test ESMTP\r\n');
	socket.on('data', (chunk: string) => {
		text += chunk;
		for (;;) {
			const ending = inData ? '\r\n.\r\n' : '\r\n';
			const end = text.indexOf(ending);
			if (end === -1) return;
			const command = text.slice(0, 4).toUpperCase();
			text = text.slice(end + ending.length);
			if (!inData && command === 'QUIT') socket.end('221 2.0.0 Bye\r\n');
			else {
				inData = !inData && command === 'DATA';
				socket.write(inData ? '354 Go on\r\n' : '250 2.0.0 OK\r\n');
			}
		}
	});
}
