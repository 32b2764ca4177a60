import type { Clock } from '../../../src/domain/clock.ts';
import type { ConnectMethod, DisconnectReason } from '../../../src/domain/instance.ts';
import type { FailureCode, MediaType, MessageType, UnsupportedReason } from '../../../src/domain/message.ts';
import type { Capability } from '../../../src/network/capabilities.ts';
import type { TestGateway } from '../../support/gateway.ts';

/** A network the contract is tested on: what is known of it before anything is started. */
export interface NetworkUnderTest {
	name: string;
	/** How its instances are connected. */
	method: ConnectMethod;
	/** What its driver declares for that. */
	capabilities: ReadonlySet<Capability>;
	/** How the code on show comes to expire: on a gateway with this clock, by this. Null where there are none. */
	expiringCodes: (() => { clock: Clock; expire: () => void }) | null;
	/** Why it turns down what is handed to it; each kind of refusal once. */
	refusals: readonly Refusal[];
	/** Why a message it took over fails later. */
	failures: readonly LaterFailure[];
	/** What its other end can bring about of what not every network has; absent: nothing of it. */
	brings?: ReadonlySet<Occurrence>;
	start(): Promise<NetworkWorld>;
}

export type Occurrence =
	/** People whose phone number the network does not tell: NetworkWorld.withoutNumber. */
	| 'people_without_numbers'
	/** Replies: WrittenMessage.replyTo. */
	| 'replies'
	/** Messages that cannot be shown: OtherEnd.writeUnsupported. */
	| 'unsupported_messages'
	/** Messages whose content comes later: OtherEnd.writeWithoutContent. */
	| 'content_that_comes_later';

export interface Refusal {
	what: string;
	code: FailureCode;
	/** Brings it about for the next message to the number it gives. */
	arrange: (world: NetworkWorld) => Promise<string>;
}

export interface LaterFailure {
	what: string;
	code: FailureCode;
	/** Lets it happen to a message that reached a phone. */
	happen: (end: OtherEnd, message: PhoneMessage) => Promise<void>;
}

/** A network, running. */
export interface NetworkWorld {
	/** How a gateway is set so that it is on this network. */
	settings: Readonly<Record<string, string>>;
	/** The body of a request to connect, and one that the network does not accept; null: there is none. */
	connectRequest: Readonly<Record<string, string>>;
	wrongRequest: Readonly<Record<string, string>> | null;
	/** The number of somebody who is on the network and has a phone; another one each time. */
	person(): string;
	/**
	 * The id of somebody whose phone number the network does not tell (…@lid, …@bsuid); another one each time. What
	 * takes a phone of the other end takes it too.
	 */
	withoutNumber?(): string;
	/** The number of nobody. */
	nobody(): string;
	/** The number of somebody who shows all of their profile, and of somebody who keeps it private. */
	profiles: { open: string; closed: string };
	/** What is around an instance of a gateway: its own phone, and those of others. */
	endOf(gateway: TestGateway, instanceId: string): OtherEnd;
	close(): Promise<void>;
}

/** What people do at the other end of an instance, and what they see there. */
export interface OtherEnd {
	/**
	 * Whatever a person has to do so that the connection stands and the network reaches the gateway: the QR code is
	 * scanned, or the operator is told where the gateway is.
	 */
	complete(qrCode: string | null): Promise<void>;
	/** Its owner ends the session at the network; gives the reason that is told of it. */
	endSession(): Promise<DisconnectReason>;
	/** The connection breaks, and nobody does anything about it. */
	drop(): Promise<void>;
	/** The network has too much to do, and does not take the next message at once. */
	overload(): Promise<void>;
	/** Somebody writes to the instance. */
	write(message: WrittenMessage): Promise<void>;
	/** Somebody writes what cannot be shown; gives the reason that is told of it. */
	writeUnsupported?(from: string): Promise<UnsupportedReason>;
	/** Somebody writes, and the content does not come with the message; what is given back lets it come. */
	writeWithoutContent?(message: WrittenMessage): Promise<() => Promise<void>>;
	/** The same message again, as networks do that were not told it has arrived. */
	repeatLast(): Promise<void>;
	/** Resolves with the message of this text (or caption, or file name) when the phone has it. */
	received(phone: string, text: string): Promise<PhoneMessage>;
	/** What the phone does with a message; several steps at once are told at once, in this order. */
	receipts(message: PhoneMessage, ...steps: readonly ('delivered' | 'read')[]): Promise<void>;
	/** Whether the phone shows that what its owner wrote was read, and whether it has shown typing. */
	seesRead(phone: string): Promise<boolean>;
	seesTyping(phone: string): Promise<boolean>;
	/** Somebody makes a group with the instance as a plain member; gives its JID. */
	startGroup(owner: string, name: string): Promise<string>;
	/** Another admin removes the instance from a group. */
	leaveGroup(groupId: string): Promise<void>;
	/** Conversations from before the link are handed over; gives how many messages. */
	handOverHistory(): Promise<number>;
}

/** What somebody writes on their phone. */
export interface WrittenMessage {
	from: string;
	name?: string;
	/** In a group; absent: to the instance alone. */
	groupId?: string;
	/** The message of the instance that it replies to. */
	replyTo?: PhoneMessage;
	/** The text, or the caption of the file. */
	text?: string;
	file?: { type: MediaType; mimeType: string; bytes: Buffer };
}

/** A message of the instance as the phone that got it shows it. */
export interface PhoneMessage {
	/** What the network calls it. */
	id: string;
	phone: string;
	type: MessageType;
	/** Of a text. */
	text: string | null;
	caption: string | null;
	filename: string | null;
	/** SHA-256 of the file, lowercase hexadecimal. */
	sha256: string | null;
	/** What the network calls the message it replies to. */
	replyTo: string | null;
}
