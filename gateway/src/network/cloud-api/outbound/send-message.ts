import { GatewayError } from '../../../domain/error.ts';
import type { MessageId } from '../../../domain/ids.ts';
import { dropOldest } from '../../../lib/bounded/drop-oldest.ts';
import type { OutgoingMessage } from '../../network-message.ts';
import { PermanentSendError } from '../../permanent-send-error.ts';
import { TemporarySendError } from '../../temporary-send-error.ts';
import { GraphError } from '../graph/graph-error.ts';
import { sendOnce } from './send-once.ts';
import { getString } from '../graph/json.ts';
import { phoneNumberPath } from '../session/account.ts';
import type { Session, SessionRequest } from '../session/session.ts';
import { messageBody } from './message-body.ts';
import { messageFailure } from './message-failure.ts';
import { assertSupportedRecipient } from './supported-recipient.ts';
import { MAX_REJECTIONS } from '../session/throttle.ts';
import { uploadForm } from '../files/upload-form.ts';
import { classifyError } from '../graph/error-class.ts';

/** The maximum number of ids that are kept in memory until they are recorded. */
const MAX_UNRECORDED_IDS = 1000;

/**
 * Most uploaded files that are remembered until they are sent; this bounds those of messages that are cancelled or
 * expire. A file beyond it is uploaded again.
 */
const MAX_UPLOADED_FILES = 1000;

/**
 * Sends a message and returns Meta's id of it. Throws PermanentSendError if Meta will never accept the message; any
 * other error can be retried.
 */
export async function sendMessage(
	session: Session,
	message: OutgoingMessage,
): Promise<{ networkId: string }> {
	assertSupportedRecipient(message.to);
	const send = sendOnce(session, message.id, async () => {
		const request = await createRequest(session, message);
		// The send is pending from here on: Meta reports no status of the message while its file is uploaded, which may take
		// minutes.
		session.pendingSends.add(send);
		return request;
	});
	try {
		const networkId = await send;
		addUnrecordedId(session, networkId, message.id);
		finish(session, message.id);
		return { networkId };
	} catch (error) {
		throw toSendError(session, message, error);
	} finally {
		session.pendingSends.delete(send);
	}
}

async function createRequest(session: Session, message: OutgoingMessage): Promise<SessionRequest> {
	const { quotedMessageId, template } = message;
	const replyTo =
		quotedMessageId === null ? null : await session.context.messages.findNetworkId(quotedMessageId);
	if (quotedMessageId !== null && replyTo === null) {
		throw new PermanentSendError({
			code: 'network_error',
			message:
				'The message that this one replies to was never sent to WhatsApp, so there is nothing to reply to. Send it without quotedMessageId.',
		});
	}
	const prepared = {
		replyTo,
		mediaId: await uploadMedia(session, message),
		template: template === null ? null : await session.templates.find(template.name, template.language),
	};
	const path = phoneNumberPath(session.account, 'messages');
	return { path, body: messageBody(message, prepared) };
}

/** Meta may report a status of the message before its network id is recorded. */
function addUnrecordedId({ unrecordedIds }: Session, networkId: string, messageId: MessageId): void {
	unrecordedIds.set(networkId, messageId);
	dropOldest(unrecordedIds, MAX_UNRECORDED_IDS);
}

/** Uploads the file of a message, once for all attempts to send it, and returns Meta's id of the file. */
async function uploadMedia(session: Session, { id, media }: OutgoingMessage): Promise<string | null> {
	if (media === null) return null;
	const uploaded = session.uploadedMediaIds.get(id);
	if (uploaded !== undefined) return uploaded;
	const path = phoneNumberPath(session.account, 'media');
	const upload = async () => session.request({ path, body: await uploadForm(media) });
	const mediaId = getString(await session.limitUploads(upload), 'id');
	if (mediaId === null) throw new Error("Meta's response to an upload does not contain the id of the file.");
	session.uploadedMediaIds.set(id, mediaId);
	dropOldest(session.uploadedMediaIds, MAX_UPLOADED_FILES);
	return mediaId;
}

/** Returns a PermanentSendError, or an error after which the message can be sent again. */
function toSendError(session: Session, { id, media }: OutgoingMessage, thrown: unknown): unknown {
	if (thrown instanceof GatewayError && thrown.code === 'template_not_found') {
		return new PermanentSendError({ code: 'template_not_found', message: thrown.message });
	}
	if (thrown instanceof PermanentSendError) finish(session, id);
	const error = thrown instanceof GatewayError ? thrown.cause : thrown;
	if (!(error instanceof GraphError)) return thrown;
	const { code, message, retryAfter } = error;
	const errorClass = classifyError(error);
	const refused = new TemporarySendError(message, { cause: error });
	switch (errorClass) {
		case 'transient':
			return error;
		case 'banned':
			return refused;
		case 'credentials':
		case 'permission':
			// While the session is open, the token is valid (see Session.closeOnAuthError), and a missing permission may be
			// granted within minutes.
			if (session.isClosed() || session.throttle.countRejection(id) < MAX_REJECTIONS) return refused;
			break;
		case 'throttled':
		case 'pair_throttled': {
			if (errorClass === 'throttled') session.throttle.pauseAll(retryAfter);
			if (session.throttle.countRejection(id) < MAX_REJECTIONS) return refused;
			break;
		}
		case 'permanent':
			break;
	}
	finish(session, id);
	const failure = messageFailure(code ?? 130429, message, error);
	// 100 is an invalid parameter. For a media message that is the file, for which Meta has no code of its own.
	const isMediaFailure = media !== null && failure.code === 'network_error' && code === 100;
	return new PermanentSendError(isMediaFailure ? { ...failure, code: 'unsupported_media_type' } : failure);
}

/** Deletes the state of a message that was sent or has failed. */
function finish(session: Session, messageId: MessageId): void {
	session.throttle.finish(messageId);
	session.uploadedMediaIds.delete(messageId);
}
