import type { BinaryNode } from 'baileys';
import { isPhone } from '../../../domain/phone.ts';
import type { OutgoingMessage } from '../../driver.ts';
import { PermanentSendError } from '../../permanent-send-error.ts';
import type { Device, OpenLink } from '../device.ts';
import { messageIdIn, networkIdOf } from './message-id.ts';
import { outgoingContent } from '../content/outgoing-content.ts';
import { idsIn, isFromChat } from '../inbound/receipt-stanza.ts';
import { refusalOf } from './refusals.ts';

/** Milliseconds WhatsApp has to say that it took a message over. */
const ANSWER_TIMEOUT = 30_000;
/** Phones that are known to be on WhatsApp. */
const KNOWN = 5000;

/** Hands messages to WhatsApp. */
export interface MessageSender {
	/** Takes WhatsApp's answers from a connection. */
	attach(link: OpenLink): void;
	/** The connection is gone: what was not answered is to be sent again. */
	lost(): void;
	/**
	 * Resolves when WhatsApp has taken the message over. Throws a NetworkRefusal where it never will, and any other
	 * error where the message is to be sent again, under the same identifier.
	 */
	send(message: OutgoingMessage): Promise<{ networkId: string }>;
}

interface Answered {
	chatId: string;
	took: () => void;
	refused: (error: Error) => void;
}

/** `existing` tells which phones are on WhatsApp. */
export function createMessageSender(
	device: Device,
	existing: (phones: readonly string[]) => Promise<ReadonlySet<string>>,
): MessageSender {
	/** Messages that WhatsApp was handed and has not answered. */
	const unanswered = new Map<string, Answered>();
	const known = new Set<string>();

	/** To a number that is not on WhatsApp it would take a message without ever delivering it. */
	async function refuseStranger(to: string): Promise<void> {
		// Groups, and people without a phone number, were written to by their own ids.
		if (!isPhone(to) || known.has(to)) return;
		if (!(await existing([to])).has(to)) {
			throw new PermanentSendError({ code: 'recipient_not_found', message: `${to} is not on WhatsApp.` });
		}
		const [oldest] = known;
		if (known.size >= KNOWN && oldest !== undefined) known.delete(oldest);
		known.add(to);
	}

	function answer(networkId: string, chatId: string): Promise<void> {
		return new Promise((took, refused) => {
			const cancel = device.clock.schedule(ANSWER_TIMEOUT, () => {
				settle(networkId)?.refused(new Error('WhatsApp has not said whether it took the message.'));
			});
			const settled =
				<Value>(tell: (value: Value) => void) =>
				(value: Value): void => {
					cancel();
					tell(value);
				};
			unanswered.set(networkId, { chatId, took: settled(took), refused: settled(refused) });
		});
	}

	function settle(networkId: string): Answered | undefined {
		const waiting = unanswered.get(networkId);
		unanswered.delete(networkId);
		return waiting;
	}

	/** Whoever a message has reached, WhatsApp took it over, though its answer was lost on the way. */
	async function settleByReceipt({ identities }: OpenLink, receipt: BinaryNode): Promise<void> {
		for (const id of idsIn(device.baileys, receipt)) {
			const waiting = unanswered.get(id);
			if (waiting === undefined || !(await isFromChat(identities, waiting.chatId, receipt.attrs))) continue;
			if (unanswered.get(id) === waiting) settle(id)?.took();
		}
	}

	async function refusedLater(networkId: string, error: Error): Promise<void> {
		const messageId = messageIdIn(networkId);
		if (messageId === null || !(error instanceof PermanentSendError)) return;
		const failure = { code: error.code, message: error.message };
		device.ledger.addEvents([{ kind: 'failure', messageId, failure, at: device.clock.now() }]);
		await device.ledger.commit();
	}

	return {
		attach(link) {
			const { socket } = link;
			socket.ws.on('CB:receipt', (node: BinaryNode) => {
				settleByReceipt(link, node).catch(() => undefined);
			});
			socket.ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => {
				const { id = '', error } = attrs;
				const waiting = settle(id);
				if (error === undefined) waiting?.took();
				else if (waiting !== undefined) waiting.refused(refusalOf(Number(error)));
				else refusedLater(id, refusalOf(Number(error))).catch(() => undefined);
			});
		},
		lost() {
			for (const networkId of [...unanswered.keys()]) {
				settle(networkId)?.refused(new Error('The connection ended before WhatsApp answered.'));
			}
		},
		async send(message) {
			const link = await device.link();
			await refuseStranger(message.to);
			const networkId = networkIdOf(message.id);
			const content = await outgoingContent(device, link, message);
			const answered = answer(networkId, message.chatId);
			answered.catch(() => undefined);
			try {
				// One chat does not wait for what another one's devices have to be asked.
				await device.locks.as(message.chatId, () =>
					link.socket.relayMessage(message.chatId, content, { messageId: networkId }),
				);
			} catch (error) {
				settle(networkId)?.refused(new Error('The message could not be handed over.'));
				throw error;
			}
			await answered;
			return { networkId };
		},
	};
}

/** What travels under an identifier, for somebody who could not read it; made anew from what is stored. */
export async function sentContent(
	device: Device,
	networkId: string,
): Promise<Awaited<ReturnType<typeof outgoingContent>> | undefined> {
	const messageId = messageIdIn(networkId);
	const message = messageId === null ? null : await device.host.messages.find(messageId);
	if (message?.direction !== 'outbound') return undefined;
	return outgoingContent(device, await device.link(), message);
}
