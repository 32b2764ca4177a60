import { setTimeout as elapsed } from 'node:timers/promises';
import type { Companion } from '../companion.ts';
import { tellDevice } from './peer-message.ts';
import { encode } from '../wire/protobuf.ts';
import { stanza, type Stanza } from '../wire/stanza.ts';
import type { Content, MessageKey } from '../wire/wire.ts';
import type { World } from '../world.ts';

/** Why the server has a message without its content; `true`: it does not say why. */
export type Absent = true | 'view_once' | 'bot' | 'hosted';

/** A message that the server has without its content. */
export interface Placeholder {
	content: Content;
	/** Seconds since 1970. */
	at: number;
	name: string;
	/** Milliseconds until the account's phone tells it, when asked; null: it does not. */
	phoneAnswers: number | null;
}

const RESEND_REQUEST = 16;
const RESEND_RESPONSE = 17;
const PLACEHOLDER_MESSAGE_RESEND = 4;

/** How the account's phone answers: at once, unless told otherwise; what is to be seen once it never hands over. */
export function phoneAnswer(absent: Absent, told: boolean | number | undefined): number | null {
	if (typeof told === 'number') return told;
	return (told ?? absent === true) ? 0 : null;
}

/** What stands in a message in place of its content. */
export function unavailable(absent: Absent): Stanza {
	return stanza('unavailable', { type: absent === true ? undefined : `${absent}_unavailable_fanout` });
}

/** A device asks the phone it is linked to for messages it got without their content. */
export async function answerDevice(
	world: World,
	companion: Companion,
	stanzaId: string,
	{ protocolMessage }: Content,
): Promise<void> {
	const asked = protocolMessage?.type === RESEND_REQUEST ? protocolMessage : undefined;
	const request = asked?.peerDataOperationRequestMessage;
	if (request?.peerDataOperationRequestType !== PLACEHOLDER_MESSAGE_RESEND) return;
	for (const { messageKey } of request.placeholderMessageResendRequest ?? []) {
		const account = companion.person.phone;
		world.log.askedOfPhone.push({ account, id: messageKey.id, what: 'message' });
		const placeholder = world.placeholders.get(messageKey.id);
		if (typeof placeholder?.phoneAnswers !== 'number') continue;
		if (placeholder.phoneAnswers > 0) await elapsed(placeholder.phoneAnswers);
		await tellDevice(companion, response(stanzaId, messageKey, placeholder));
	}
}

function response(stanzaId: string, key: MessageKey, { content, at, name }: Placeholder): Content {
	const webMessageInfoBytes = encode('WebMessageInfo', {
		key,
		message: content,
		messageTimestamp: at,
		...(key.participant === undefined ? {} : { participant: key.participant }),
		pushName: name,
	});
	return {
		protocolMessage: {
			type: RESEND_RESPONSE,
			peerDataOperationRequestResponseMessage: {
				peerDataOperationRequestType: PLACEHOLDER_MESSAGE_RESEND,
				stanzaId,
				peerDataOperationResult: [{ placeholderMessageResendResponse: { webMessageInfoBytes } }],
			},
		},
	};
}
