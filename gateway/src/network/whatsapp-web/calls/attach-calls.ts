import type { BinaryNode, WASocket } from 'baileys';
import { isGroupJid } from '../../../domain/phone.ts';
import { sanitizeName } from '../content/sanitize-text.ts';
import type { Device, DeviceConnection } from '../device.ts';
import { accountOf, isOwnJid } from '../identity/account.ts';
import { withoutDevice } from '../identity/jid.ts';
import { createRecentIds } from '../inbound/recent-ids.ts';
import { recordBeforeBaileys } from '../inbound/record-before-baileys.ts';
import { timestampOf } from '../inbound/message/timestamp.ts';

/** The key, in the session, of the ids of the calls that were reported last. */
const REPORTED_KEY = 'whatsapp-web.calls';
const CALL_ID = /^[\w.:-]{1,128}$/;
const OFFERS: ReadonlySet<string> = new Set(['offer', 'offer_notice']);
/** Milliseconds after which a call has ended by itself: it is not rejected any more. */
const RINGING_TIME = 60_000;
/** Milliseconds WhatsApp has to acknowledge a rejection. */
const REJECTION_TIMEOUT = 5000;
/** Rejections whose acknowledgements are awaited at the same time; further ones are only sent. */
const MAX_AWAITED = 8;

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
	/** Whether the device was not connected when the call began. */
	wasAway: boolean;
}

/**
 * Returns a function that attaches the reports of calls to a connection. A call is reported once, when it begins, or
 * when the device connects after it; where calls are rejected, a call that still rings is rejected first. No call waits
 * for the rejections of others.
 */
export function createCalls(device: Device): (connection: DeviceConnection) => void {
	const { unitOfWork, context, clock, log, instanceId } = device;
	const reported = createRecentIds(unitOfWork, REPORTED_KEY);
	let awaited = 0;

	/** Rejects a call; returns whether it is rejected, as far as is known. */
	async function reject({ socket }: DeviceConnection, offer: Offer): Promise<boolean> {
		try {
			// The number of awaited rejections is bounded, so that a flood of calls delays neither rejections nor reports.
			if (awaited < MAX_AWAITED) await sendAndAwait(socket, offer);
			else await socket.sendNode(rejectionOf(device, offer, socket.generateMessageTag()));
			return true;
		} catch (error) {
			log.warn({ err: error, instanceId }, 'a call could not be rejected');
			return false;
		}
	}

	async function sendAndAwait(socket: WASocket, { callId, caller }: Offer): Promise<void> {
		const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
		const cancel = clock.schedule(REJECTION_TIMEOUT, () => {
			resolve(undefined);
		});
		awaited += 1;
		try {
			// Without an acknowledgement in time the rejection still counts: it was sent.
			await Promise.race([socket.rejectCall(callId, caller), timeout]);
		} finally {
			awaited -= 1;
			cancel();
		}
	}

	/** Whether the phone is ringing now, as far as is known. */
	function isRinging({ at, wasAway }: Offer): boolean {
		return !wasAway && clock.now() - at < RINGING_TIME;
	}

	async function record(connection: DeviceConnection, offer: Offer): Promise<void> {
		const { callId, caller, alternative, groupId, video, at } = offer;
		if (await reported.has(callId)) return;
		const { identities } = connection;
		const senderId = await identities.chatIdOf(caller, alternative);
		const from = await identities.phoneOf(caller, alternative);
		const rejected =
			isRinging(offer) &&
			(await context.callRejectionEnabled()) &&
			// It may have stopped while the settings were read.
			isRinging(offer) &&
			(await reject(connection, offer));
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
	return {
		...{ callId, caller, alternative: offer.attrs.caller_pn ?? null },
		groupId: isGroupJid(group) ? group : null,
		name: attrs.notify ? sanitizeName(attrs.notify) : null,
		video: baileys.getBinaryNodeChild(offer, 'video') !== undefined || offer.attrs.media === 'video',
		at: timestampOf(attrs.t, clock),
		wasAway: attrs.offline !== undefined,
	};
}

/** The stanza that Baileys' rejectCall() sends, for sending it without a wait for the acknowledgement. */
function rejectionOf(device: Device, { callId, caller }: Offer, id: string): BinaryNode {
	const attrs = { 'call-id': callId, 'call-creator': caller, count: '0' };
	return {
		tag: 'call',
		attrs: { id, from: accountOf(device).id, to: caller },
		content: [{ tag: 'reject', attrs }],
	};
}
