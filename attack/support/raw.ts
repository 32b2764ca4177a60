import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Opens a bare connection to a gateway; errors of it are ignored. */
export async function openSocket(url: string): Promise<Socket> {
	const { hostname, port } = new URL(url);
	const socket = connect(Number(port), hostname);
	socket.on('error', () => undefined);
	await once(socket, 'connect');
	return socket;
}

/** Sends bytes on a connection of their own; returns all that the gateway sent until it closed the connection. */
export async function exchange(url: string, request: string): Promise<string> {
	const socket = await openSocket(url);
	let answer = '';
	socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
	// A reset after the answer is no error here.
	const closed = new Promise((resolve) => socket.once('close', resolve));
	socket.write(request);
	await closed;
	return answer;
}

/** The status, the headers by their names in lower case, and the parsed body of an answer. */
export function parseAnswer(answer: string): {
	status: number;
	headers: Map<string, string>;
	body: unknown;
} {
	const [head = '', body = ''] = answer.split('\r\n\r\n');
	const [line = '', ...fields] = head.split('\r\n');
	const headers = fields.map((field) => {
		const [name = '', ...value] = field.split(': ');
		return [name.toLowerCase(), value.join(': ')] as const;
	});
	const json: unknown = body === '' ? null : JSON.parse(body);
	return { status: Number(line.split(' ')[1]), headers: new Map(headers), body: json };
}
