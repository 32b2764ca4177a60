import type { WebSocket } from 'ws';
import { handleStanza } from './stanzas/handle-stanza.ts';
import type { Connection } from './connection.ts';
import { createFrameReader, frame } from './wire/frames.ts';
import { LINKING, logIn, rejectLogin } from './login.ts';
import { newPairing } from './connection.ts';
import { answerHello, type Handshake, type Transport } from './wire/noise.ts';
import { sendPairingRefs } from './phone/pairing.ts';
import { decode, encode } from './wire/protobuf.ts';
import { decodeStanza, encodeStanza } from './wire/stanza.ts';
import type { World } from './world.ts';

/** Performs the handshake with a client, lets it log in or pair, and handles its stanzas until it disconnects. */
export function accept(world: World, socket: WebSocket): void {
	const reader = createFrameReader();
	let handshake: Handshake | null = null;
	let transport: Transport | null = null;

	const connection: Connection = {
		companion: null,
		pairing: null,
		send(stanza) {
			connection.sendFrame(encodeStanza(stanza), true);
		},
		sendFrame(bytes, encrypted) {
			if (transport === null || socket.readyState !== socket.OPEN) return;
			socket.send(frame(encrypted ? transport.encrypt(bytes) : bytes));
		},
		close: () => {
			socket.close();
		},
		cut: () => {
			socket.terminate();
		},
	};

	function handleFrame(bytes: Buffer): void {
		if (transport !== null) {
			handleStanza(world, connection, decodeStanza(transport.decrypt(bytes)));
			return;
		}
		const { clientHello, clientFinish } = decode('HandshakeMessage', bytes);
		if (handshake === null) {
			if (clientHello === undefined) throw new Error('The client did not say hello.');
			handshake = answerHello(world.authority, reader.greeting, clientHello.ephemeral);
			socket.send(frame(encode('HandshakeMessage', { serverHello: handshake.hello })));
			return;
		}
		if (clientFinish === undefined) throw new Error('The client did not finish the handshake.');
		const finished = handshake.finish(clientFinish);
		transport = finished.transport;
		const noiseKey = finished.clientKey.toString('hex');
		const { username, device = 0, devicePairingData } = decode('ClientPayload', finished.payload);
		if (devicePairingData === undefined) {
			logIn(world, connection, { phone: String(username), device, noiseKey });
		} else if (world.loginRejections.has(LINKING)) {
			rejectLogin(connection, world.loginRejections.get(LINKING) ?? '');
		} else {
			connection.pairing = newPairing(noiseKey, devicePairingData);
			sendPairingRefs(world, connection);
		}
	}

	world.connections.add(connection);
	socket.on('message', (data: Buffer) => {
		try {
			for (const bytes of reader.read(data)) handleFrame(bytes);
		} catch (error) {
			world.log.violations.push(error instanceof Error ? error.message : String(error));
			socket.terminate();
		}
	});
	socket.on('error', () => {
		socket.terminate();
	});
	socket.on('close', () => {
		world.connections.delete(connection);
		const { companion } = connection;
		if (companion?.connection !== connection) return;
		companion.connection = null;
		companion.active = false;
	});
}
