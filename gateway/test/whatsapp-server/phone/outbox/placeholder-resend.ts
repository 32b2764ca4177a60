import { setTimeout as sleep } from 'node:timers/promises';
import type { Companion } from '../../companion.ts';
import { encode } from '../../wire/protobuf.ts';
import type { Content, MessageKey } from '../../wire/wire.ts';
import type { World } from '../../world.ts';
import { sendPeerMessage } from './peer-message.ts';
import type { Placeholder } from './placeholder.ts';

const RESEND_REQUEST = 16;
const RESEND_RESPONSE = 17;
const PLACEHOLDER_MESSAGE_RESEND = 4;

/** Resends the messages that a companion device received without their content and requests from its phone. */
export async function answerPeerRequest(
	world: World,
	companion: Companion,
	stanzaId: string,
	{ protocolMessage }: Content,
): Promise<void> {
	const message = protocolMessage?.type === RESEND_REQUEST ? protocolMessage : undefined;
	const request = message?.peerDataOperationRequestMessage;
	if (request?.peerDataOperationRequestType !== PLACEHOLDER_MESSAGE_RESEND) return;
	for (const { messageKey } of request.placeholderMessageResendRequest ?? []) {
		const account = companion.person.phone;
		world.log.phoneRequests.push({ account, id: messageKey.id, what: 'message' });
		const placeholder = world.placeholders.get(messageKey.id);
		if (typeof placeholder?.phoneAnswers !== 'number') continue;
		if (placeholder.phoneAnswers > 0) await sleep(placeholder.phoneAnswers);
		await sendPeerMessage(companion, response(stanzaId, messageKey, placeholder));
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
