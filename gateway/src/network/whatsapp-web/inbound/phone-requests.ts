import type { BinaryNode, proto } from 'baileys';
import type { EncryptedSession } from '../../encrypted-session.ts';
import { REQUESTED } from '../session/auth-state.ts';
import type { Device, OpenLink } from '../device.ts';
import { fetchFile } from '../files/fetch-file.ts';
import type { ValueText } from '../session/unit-of-work.ts';
import { arrivedMessage, reportOf, type ArrivedMessage, type OpenedMessage } from './open-message.ts';

/** Oldest message the phone is asked for, in milliseconds. */
const OLDEST = 14 * 24 * 3_600_000;
/** Messages the phone is asked for in one request. */
const AT_ONCE = 50;
/** Messages that are remembered at the same time; the rest is only recorded as waiting. */
const MOST = 1000;

/** A message whose content WhatsApp could not hand over: what it told of it, and when. */
interface Requested {
	node: Pick<BinaryNode, 'tag' | 'attrs'>;
	at: number;
}

/**
 * Messages that WhatsApp could not hand over ("placeholders"), or that could not be decrypted. The account's phone has
 * them, and hands them over in a message of its own, minutes or days later: they are remembered until then.
 */
export interface PhoneRequests {
	/** Remembers a message; durable with the next commit. */
	remember(arrived: ArrivedMessage): void;
	/** Asks the phone for it. Where it does not get there, the phone is asked at the next connection. */
	ask(arrived: ArrivedMessage): void;
	/** The content of a message has come, whichever way. */
	answered(networkId: string): void;
	/** A connection is open: asks for what is still missing. */
	resume(link: OpenLink): void;
	/** Takes what the phone hands over; resolves when it is durable. */
	takeAnswers(opened: OpenedMessage): Promise<void>;
}

/** Opens the requests of a device with those of earlier connections. */
export async function openPhoneRequests(
	device: Device,
	session: EncryptedSession,
	text: ValueText,
): Promise<PhoneRequests> {
	const { baileys, clock, ledger } = device;
	const { proto } = baileys;
	const stored = await session.list(REQUESTED);
	const missing = new Map(
		[...stored].map(([key, value]) => [key.slice(REQUESTED.length), text.read(value) as Requested]),
	);

	function request(link: OpenLink, keys: readonly proto.IMessageKey[]): void {
		link.socket
			.sendPeerDataOperationMessage({
				placeholderMessageResendRequest: keys.map((messageKey) => ({ messageKey })),
				peerDataOperationRequestType: proto.Message.PeerDataOperationRequestType.PLACEHOLDER_MESSAGE_RESEND,
			})
			.catch(() => undefined);
	}

	function forget(networkId: string): void {
		if (missing.delete(networkId)) ledger.set({ [REQUESTED + networkId]: null }, { keepAtHand: false });
	}

	/** Records a message of which the phone has handed over the content. */
	async function record(link: OpenLink, info: proto.IWebMessageInfo): Promise<void> {
		const networkId = info.key?.id ?? '';
		const asked = missing.get(networkId);
		if (asked === undefined || !info.message) return;
		// Who wrote it, and where, is WhatsApp's word; only the content is the phone's.
		const { message } = arrivedMessage(device, link, asked.node);
		const { event, file } = await reportOf(device, link, { ...message, message: info.message });
		const fetched =
			event?.kind === 'message' && file !== null ? await fetchFile(device, { key: message.key, file }) : {};
		forget(networkId);
		if (event?.kind === 'message')
			ledger.addEvents([{ ...event, message: { ...event.message, ...fetched } }]);
		else if (event !== null) ledger.addEvents([event]);
		await ledger.commit();
	}

	return {
		remember({ node: { tag, attrs }, message }) {
			const networkId = message.key.id ?? '';
			if (missing.size >= MOST || missing.has(networkId)) return;
			const asked = { node: { tag, attrs }, at: clock.now() };
			missing.set(networkId, asked);
			ledger.set({ [REQUESTED + networkId]: asked }, { keepAtHand: false });
		},
		ask({ link, message }) {
			request(link, [message.key]);
		},
		answered: forget,
		resume(link) {
			const keys: proto.IMessageKey[] = [];
			for (const [networkId, { node, at }] of missing) {
				if (clock.now() - at > OLDEST) forget(networkId);
				else keys.push(arrivedMessage(device, link, node).message.key);
			}
			for (let from = 0; from < keys.length; from += AT_ONCE) request(link, keys.slice(from, from + AT_ONCE));
		},
		async takeAnswers({ link, message }) {
			const response = message.message?.protocolMessage?.peerDataOperationRequestResponseMessage;
			for (const { placeholderMessageResendResponse } of response?.peerDataOperationResult ?? []) {
				const bytes = placeholderMessageResendResponse?.webMessageInfoBytes;
				if (bytes) await record(link, proto.WebMessageInfo.decode(bytes));
			}
		},
	};
}
