import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Opens a real-time connection as a bare socket, which can send frames that no well-behaved client sends. */
export async function openRealtime(url: string): Promise<Socket> {
	const { hostname, port, host } = new URL(url);
	const socket = connect(Number(port), hostname);
	socket.on('error', () => undefined);
	socket.write(
		`GET /v1/realtime HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
			'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
	);
	await once(socket, 'data');
	socket.resume();
	return socket;
}

/** A text message of fewer than 126 bytes as the frame of a client, masked with zeros. */
export function frameOf(message: string): Buffer {
	const text = Buffer.from(message);
	return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]);
}
