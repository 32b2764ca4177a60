import type { SyncActionData, SyncdPatch } from './app-state.ts';

/** The messages of whatsapp.proto that the code uses, with their fields. */
export interface Wire {
	HandshakeMessage: {
		clientHello?: { ephemeral: Uint8Array };
		serverHello?: { ephemeral: Uint8Array; static: Uint8Array; payload: Uint8Array };
		clientFinish?: { static: Uint8Array; payload: Uint8Array };
	};
	CertChain: { leaf: SignedDetails; intermediate: SignedDetails };
	CertificateDetails: {
		serial: number;
		issuerSerial: number;
		key: Uint8Array;
		notBefore: number;
		notAfter: number;
	};
	ClientPayload: { username?: number; device?: number; devicePairingData?: Registration };
	ADVDeviceIdentity: {
		rawId: number;
		timestamp: number;
		keyIndex: number;
		accountType: number;
		deviceType: number;
	};
	ADVSignedDeviceIdentity: DeviceIdentity;
	ADVSignedDeviceIdentityHMAC: { details: Uint8Array; hmac: Uint8Array };
	Message: Content;
	PollVoteMessage: { selectedOptions: Uint8Array[] };
	HistorySync: HistorySync;
	WebMessageInfo: WebMessageInfo;
	SyncdPatch: SyncdPatch;
	SyncActionData: SyncActionData;
	MediaRetryNotification: { stanzaId: string; directPath?: string; result: number };
	ServerErrorReceipt: { stanzaId?: string };
	CompanionEphemeralIdentity: { publicKey: Uint8Array; deviceType: number; ref: string };
	ProloguePayload: { companionEphemeralIdentity: Uint8Array; commitment: { hash: Uint8Array } };
	PrimaryEphemeralIdentity: { publicKey: Uint8Array; nonce: Uint8Array };
	PairingRequest: { companionPublicKey: Uint8Array; companionIdentityKey: Uint8Array; advSecret: Uint8Array };
	EncryptedPairingRequest: { encryptedPayload: Uint8Array; iv: Uint8Array };
}

interface SignedDetails {
	details: Uint8Array;
	signature: Uint8Array;
}

/** The keys of a device in pairing. */
export interface Registration {
	eRegid: Uint8Array;
	eIdent: Uint8Array;
	eSkeyId: Uint8Array;
	eSkeyVal: Uint8Array;
	eSkeySig: Uint8Array;
}

export interface DeviceIdentity {
	details: Uint8Array;
	accountSignatureKey?: Uint8Array;
	accountSignature: Uint8Array;
	deviceSignature?: Uint8Array;
}

/** The content of a message. */
export interface Content {
	/** The whole message as bytes, in place of all else, for content outside of whatsapp.proto. */
	bytes?: Uint8Array;
	conversation?: string;
	extendedTextMessage?: { text: string; contextInfo?: Context };
	imageMessage?: File;
	videoMessage?: File;
	audioMessage?: File;
	documentMessage?: File;
	stickerMessage?: File;
	messageContextInfo?: {
		messageSecret?: Uint8Array;
		messageAssociation?: { associationType: number; parentMessageKey: MessageKey };
	};
	/** For any number of answers. */
	pollCreationMessage?: PollMessage;
	/** For one answer. */
	pollCreationMessageV3?: PollMessage;
	pollUpdateMessage?: {
		pollCreationMessageKey: MessageKey;
		vote: { encPayload: Uint8Array; encIv: Uint8Array };
		senderTimestampMs: number;
	};
	locationMessage?: {
		degreesLatitude: number;
		degreesLongitude: number;
		name?: string;
		address?: string;
		url?: string;
	};
	liveLocationMessage?: { degreesLatitude: number; degreesLongitude: number };
	contactMessage?: ContactCardMessage;
	contactsArrayMessage?: { displayName: string; contacts: ContactCardMessage[] };
	orderMessage?: {
		orderId: string;
		itemCount: number;
		message?: string;
		totalAmount1000: number;
		totalCurrencyCode: string;
	};
	buttonsResponseMessage?: { selectedButtonId: string; selectedDisplayText: string };
	listResponseMessage?: { title: string; singleSelectReply: { selectedRowId: string } };
	interactiveResponseMessage?: {
		body: { text: string };
		nativeFlowResponseMessage: { name: string; paramsJson: string };
	};
	reactionMessage?: { key: MessageKey; text: string };
	senderKeyDistributionMessage?: { groupId: string; axolotlSenderKeyDistributionMessage: Uint8Array };
	deviceSentMessage?: { destinationJid: string; message: Content };
	ephemeralMessage?: { message: Content };
	documentWithCaptionMessage?: { message: Content };
	viewOnceMessageV2?: { message: Content };
	editedMessage?: { message: Content };
	protocolMessage?: {
		type: number;
		key?: MessageKey;
		historySyncNotification?: HistoryNotification;
		editedMessage?: Content;
		timestampMs?: number;
		peerDataOperationRequestMessage?: {
			peerDataOperationRequestType?: number;
			placeholderMessageResendRequest?: { messageKey: MessageKey }[];
		};
		peerDataOperationRequestResponseMessage?: {
			peerDataOperationRequestType: number;
			stanzaId: string;
			peerDataOperationResult: { placeholderMessageResendResponse: { webMessageInfoBytes: Uint8Array } }[];
		};
		appStateSyncKeyShare?: {
			keys: { keyId: { keyId: Uint8Array }; keyData: { keyData: Uint8Array; timestamp: number } }[];
		};
	};
}

export interface PollMessage {
	name: string;
	options: { optionName: string }[];
	/** 0, or absent: any number. */
	selectableOptionsCount?: number;
}

export interface ContactCardMessage {
	displayName: string;
	vcard: string;
}

/** A message with its metadata. */
export interface WebMessageInfo {
	key: MessageKey;
	message: Content;
	messageTimestamp: number;
	status?: number;
	participant?: string;
	pushName?: string;
}

export interface MessageKey {
	remoteJid: string;
	fromMe: boolean;
	id: string;
	participant?: string;
}

/** The context of a message, such as the quoted message. */
export interface Context {
	stanzaId?: string;
	participant?: string;
	remoteJid?: string;
	quotedMessage?: Content;
	mentionedJid?: string[];
	forwardingScore?: number;
	isForwarded?: boolean;
	/** Seconds after which the message disappears. */
	expiration?: number;
	externalAdReply?: {
		title?: string;
		body?: string;
		sourceType?: string;
		sourceId?: string;
		sourceUrl?: string;
		ctwaClid?: string;
	};
}

/** A file of a message, encrypted at the media host. */
export interface File {
	url?: string;
	directPath: string;
	mimetype: string;
	mediaKey: Uint8Array;
	fileSha256: Uint8Array;
	fileEncSha256: Uint8Array;
	fileLength: number;
	mediaKeyTimestamp?: number;
	caption?: string;
	fileName?: string;
	title?: string;
	ptt?: boolean;
	seconds?: number;
	contextInfo?: Context;
}

export interface HistoryNotification {
	syncType: number;
	chunkOrder: number;
	progress: number;
	initialHistBootstrapInlinePayload?: Uint8Array;
	directPath?: string;
	mediaKey?: Uint8Array;
	fileSha256?: Uint8Array;
	fileEncSha256?: Uint8Array;
	fileLength?: number;
}

export interface HistorySync {
	syncType: number;
	conversations: {
		id: string;
		name?: string;
		pnJid?: string;
		lidJid?: string;
		conversationTimestamp: number;
		messages: {
			message: WebMessageInfo;
			msgOrderId: number;
		}[];
	}[];
	chunkOrder: number;
	progress: number;
	pushnames: { id: string; pushname: string }[];
	phoneNumberToLidMappings: { pnJid: string; lidJid: string }[];
}
