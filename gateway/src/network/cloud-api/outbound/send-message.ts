import { GatewayError } from '../../../domain/error.ts';
import type { MessageId } from '../../../domain/ids.ts';
import { isGroupJid, isPhone } from '../../../domain/phone.ts';
import { PermanentSendError, type OutgoingMessage } from '../../driver.ts';
import { GraphError } from '../graph/graph-error.ts';
import { sendOnce } from './send-once.ts';
import { getString } from '../graph/json.ts';
import type { Session, SessionRequest } from '../session/session.ts';
import { messageBody } from './message-body.ts';
import { failureOf } from './message-failure.ts';
import { isBsuid } from '../inbound/people.ts';
import { ATTEMPTS } from '../session/throttle.ts';
import { uploadForm } from '../files/upload.ts';
import { classifyError } from '../graph/error-class.ts';

/** Messages whose identifiers are remembered until they are recorded. */
const REMEMBERED = 1000;

/**
 * Hands a message to Meta; resolves with Meta's identifier of it. Throws a NetworkRefusal where Meta will never take
 * it, and any other error where it is to be tried again.
 */
export async function sendMessage(line: Session, message: OutgoingMessage): Promise<{ networkId: string }> {
	refuseUnknownKind(message.to);
	await line.throttle.turn();
	const work = sendOnce(line, message.id, () => requestFor(line, message));
	line.sending.add(work);
	try {
		const networkId = await work;
		remember(line, networkId, message.id);
		forget(line, message.id);
		return { networkId };
	} catch (error) {
		throw outcomeOf(line, message, error);
	} finally {
		line.sending.delete(work);
	}
}

function refuseUnknownKind(to: string): void {
	if (isGroupJid(to)) {
		throw new PermanentSendError({
			code: 'recipient_not_found',
			message: 'The official API does not write to groups. Send from an instance connected by QR code.',
		});
	}
	if (!isPhone(to) && !isBsuid(to)) {
		throw new PermanentSendError({
			code: 'recipient_not_found',
			message:
				'This recipient is known only to the instance connected by QR code that it wrote to. Send from that one, or to a phone number.',
		});
	}
}

async function requestFor(line: Session, message: OutgoingMessage): Promise<SessionRequest> {
	const { quotedMessageId, template } = message;
	const replyTo = quotedMessageId === null ? null : await line.host.messages.networkIdOf(quotedMessageId);
	if (quotedMessageId !== null && replyTo === null) {
		throw new PermanentSendError({
			code: 'network_error',
			message:
				'The message that this one replies to was never handed to WhatsApp, so there is nothing to reply to. Send it without quotedMessageId.',
		});
	}
	const prepared = {
		replyTo,
		mediaId: await mediaIdOf(line, message),
		template: template === null ? null : await line.templates.find(template.name, template.language),
	};
	const path = `/${encodeURIComponent(line.account.credentials.phoneNumberId)}/messages`;
	return { path, body: messageBody(message, prepared) };
}

/** Meta may tell of a message before it is recorded what Meta calls it. */
function remember({ unrecordedIds }: Session, networkId: string, messageId: MessageId): void {
	const [oldest] = unrecordedIds.keys();
	if (unrecordedIds.size >= REMEMBERED && oldest !== undefined) unrecordedIds.delete(oldest);
	unrecordedIds.set(networkId, messageId);
}

/** Uploads the file of a message, once however often the message is tried. */
async function mediaIdOf(line: Session, { id, media }: OutgoingMessage): Promise<string | null> {
	if (media === null) return null;
	const uploaded = line.uploads.get(id);
	if (uploaded !== undefined) return uploaded;
	const path = `/${encodeURIComponent(line.account.credentials.phoneNumberId)}/media`;
	const mediaId = getString(await line.ask({ path, body: await uploadForm(media) }), 'id');
	if (mediaId === null) throw new Error('Meta took a file without giving its identifier.');
	line.uploads.set(id, mediaId);
	return mediaId;
}

/** What an error means for the message: a refusal, or an error after which it is tried again. */
function outcomeOf(line: Session, { id, media }: OutgoingMessage, failed: unknown): unknown {
	if (failed instanceof GatewayError && failed.code === 'template_not_found') {
		return new PermanentSendError({ code: 'template_not_found', message: failed.message });
	}
	if (failed instanceof PermanentSendError) forget(line, id);
	const error = failed instanceof GatewayError ? failed.cause : failed;
	if (!(error instanceof GraphError)) return error;
	const { code, message, retryAfter } = error;
	const verdict = classifyError(error);
	switch (verdict) {
		case 'banned':
		case 'later':
			return error;
		case 'credentials':
		case 'permission':
			// The token itself is good: see Line.endOn. A permission may be given within minutes.
			if (line.isOver() || line.throttle.countRejection(id) < ATTEMPTS) return error;
			break;
		case 'throttled':
		case 'pair_throttled': {
			if (verdict === 'throttled') line.throttle.pauseAll(retryAfter);
			if (line.throttle.countRejection(id) < ATTEMPTS) return error;
			break;
		}
		case 'refused':
			break;
	}
	forget(line, id);
	const failure = failureOf(code ?? 130429, message);
	// What Meta has against an upload, and has no code of its own for, is about the file.
	const aboutFile = media !== null && failure.code === 'network_error' && code === 100;
	return new PermanentSendError(aboutFile ? { ...failure, code: 'unsupported_media_type' } : failure);
}

/** A message was sent, or never will be. */
function forget(line: Session, messageId: MessageId): void {
	line.throttle.settled(messageId);
	line.uploads.delete(messageId);
}
