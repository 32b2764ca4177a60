import { stanza, type Stanza } from '../wire/stanza.ts';
import { unlink } from '../endings.ts';
import type { Connection } from '../connection.ts';
import { answerLinkCode } from '../linking/link-code.ts';
import {
	receivePairingRequest,
	receiveNonce,
	receivePrologue,
	sendPasskeyOptions,
} from '../linking/passkey.ts';
import type { World } from '../world.ts';
import { QueryError, type Query } from './query.ts';

type LinkingAnswer = (world: World, connection: Connection, first: Stanza) => Stanza[];

/** The answers to queries of a device that is being linked, by the tag of the query's content. */
const LINKING_ANSWERS: Readonly<Record<string, LinkingAnswer>> = {
	link_code_companion_reg: answerLinkCode,
	passkey_request_options: sendPasskeyOptions,
	passkey_prologue: receivePrologue,
	companion_nonce: receiveNonce,
	encrypted_pairing_request: receivePairingRequest,
};

/** Answers queries about the companion device, such as unlinking it. */
export function answerDeviceQuery({ world, connection, first }: Query): Stanza[] {
	const { companion, pairing } = connection;
	if (pairing !== null && first !== undefined) {
		const answer = LINKING_ANSWERS[first.tag];
		if (answer !== undefined) return answer(world, connection, first);
	}
	if (first?.tag === 'ref') return [stanza('ref', {}, Buffer.from(connection.pairing?.refs[0] ?? ''))];
	if (first?.tag !== 'remove-companion-device' || companion === null) {
		throw new QueryError(501, 'feature-not-implemented');
	}
	setImmediate(() => {
		unlink(companion);
	});
	return [];
}
