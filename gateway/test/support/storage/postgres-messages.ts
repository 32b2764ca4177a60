import type { Socket } from 'node:net';

/** A message of the PostgreSQL protocol: a letter, the length with itself, and the content. */
export function messageOf(type: string, content: Buffer): Buffer {
	const header = Buffer.alloc(5);
	header.write(type, 'latin1');
	header.writeUInt32BE(content.length + 4, 1);
	return Buffer.concat([header, content]);
}

/** The message with which a connection is refused. */
export function errorResponse(code: string, message: string): Buffer {
	return messageOf('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`));
}

/** Returns the names of the parameters in the first message of a client. */
export function parametersOf(startup: Buffer): string[] {
	const fields = startup.toString('utf8', 8).split('\0');
	return fields.filter((name, index) => index % 2 === 0 && name !== '');
}

/**
 * Calls back with each message that a socket receives. The first one of a client has no letter: it is given to
 * `onStartup`, which a server's socket has not.
 */
export function cutMessages(
	socket: Socket,
	onMessage: (type: string, message: Buffer) => void,
	onStartup?: (message: Buffer) => void,
): void {
	let received = Buffer.alloc(0);
	let isStarting = onStartup !== undefined;
	socket.on('data', (chunk: Buffer) => {
		received = Buffer.concat([received, chunk]);
		for (;;) {
			const letters = isStarting ? 0 : 1;
			if (received.length < letters + 4) return;
			const length = letters + received.readUInt32BE(letters);
			if (received.length < length) return;
			const message = received.subarray(0, length);
			received = received.subarray(length);
			if (isStarting) onStartup?.(message);
			else onMessage(message.toString('latin1', 0, 1), message);
			isStarting = false;
		}
	});
}
