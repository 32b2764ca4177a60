import type { BinaryNode } from 'baileys';
import { createSemaphore } from '../../../lib/semaphore.ts';
import { isGroupJid } from '../../../domain/phone.ts';
import { sanitizeName } from '../content/sanitize-text.ts';
import type { Device, DeviceConnection } from '../device.ts';
import { isOwnJid } from '../identity/account.ts';
import { withoutDevice } from '../identity/jid.ts';
import { createRecentIds } from '../inbound/recent-ids.ts';
import { recordBeforeBaileys } from '../inbound/record-before-baileys.ts';
import { timestampOf } from '../inbound/timestamp.ts';

/** The key, in the session, of the ids of the calls that were reported last. */
const REPORTED_KEY = 'whatsapp-web.calls';
const CALL_ID = /^[\w.:-]{1,128}$/;
const OFFERS: ReadonlySet<string> = new Set(['offer', 'offer_notice']);
/** Milliseconds after which a call has ended by itself: it is not rejected any more. */
const RINGING_TIME = 60_000;
/** Milliseconds WhatsApp has to acknowledge a rejection. */
const REJECTION_TIMEOUT = 5000;
/** Calls that are rejected at the same time. */
const MAX_REJECTIONS = 8;

/** A call as WhatsApp announces it. */
interface Offer {
	callId: string;
	caller: string;
	/** The other JID of the caller. */
	alternative: string | null;
	groupId: string | null;
	name: string | null;
	video: boolean;
	at: number;
	/** Whether the phone is ringing now, as far as is known. */
	isRinging: boolean;
}

/**
 * Returns a function that attaches the reports of calls to a connection. A call is reported once, when it begins, or
 * when the device connects after it; where calls are rejected, a call that still rings is rejected first.
 */
export function createCalls(device: Device): (connection: DeviceConnection) => void {
	const { unitOfWork, context, clock, log, instanceId } = device;
	const reported = createRecentIds(unitOfWork, REPORTED_KEY);
	const limitRejections = createSemaphore(MAX_REJECTIONS);

	async function reject({ socket }: DeviceConnection, { callId, caller }: Offer): Promise<boolean> {
		const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
		const cancel = clock.schedule(REJECTION_TIMEOUT, () => {
			resolve(undefined);
		});
		try {
			// Without an acknowledgement in time the rejection still counts: it was sent.
			await Promise.race([socket.rejectCall(callId, caller), timeout]);
			return true;
		} catch (error) {
			log.warn({ err: error, instanceId }, 'a call could not be rejected');
			return false;
		} finally {
			cancel();
		}
	}

	async function record(connection: DeviceConnection, offer: Offer): Promise<void> {
		const { callId, caller, alternative, groupId, video, at } = offer;
		if (await reported.has(callId)) return;
		const { identities } = connection;
		const senderId = await identities.chatIdOf(caller, alternative);
		const from = await identities.phoneOf(caller, alternative);
		const rejected =
			offer.isRinging &&
			(await context.callRejectionEnabled()) &&
			(await limitRejections(() => reject(connection, offer)));
		// The offer may have been delivered twice at the same time.
		if (await reported.has(callId)) return;
		reported.add(callId);
		const call = {
			...{ callId, chatId: groupId ?? senderId, senderId, from },
			...{ contactName: offer.name, video, rejected, at },
		};
		unitOfWork.addEvents([{ kind: 'call', call }]);
	}

	return (connection) => {
		recordBeforeBaileys(device, connection, 'CB:call', (node) => {
			const offer = offerIn(device, node);
			return offer === null ? null : record(connection, offer);
		});
	};
}

/** The call in a stanza; null: it announces none, comes from the account itself, or is invalid. */
function offerIn(device: Device, { attrs, content }: BinaryNode): Offer | null {
	const { clock, baileys } = device;
	const offer = Array.isArray(content) ? content.find(({ tag }) => OFFERS.has(tag)) : undefined;
	if (offer === undefined) return null;
	const { 'call-id': callId = '', 'call-creator': creator, 'group-jid': group = '' } = offer.attrs;
	const caller = offer.attrs.from ?? creator ?? attrs.from ?? '';
	const person = withoutDevice(caller);
	if (!CALL_ID.test(callId) || person === null || isGroupJid(person) || isOwnJid(device, person)) return null;
	const at = timestampOf(attrs.t, clock);
	return {
		...{ callId, caller, alternative: offer.attrs.caller_pn ?? null },
		groupId: isGroupJid(group) ? group : null,
		name: attrs.notify ? sanitizeName(attrs.notify) : null,
		video: baileys.getBinaryNodeChild(offer, 'video') !== undefined || offer.attrs.media === 'video',
		at,
		isRinging: attrs.offline === undefined && clock.now() - at < RINGING_TIME,
	};
}
