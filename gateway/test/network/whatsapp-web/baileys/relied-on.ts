/** The version that this list was checked with. */
export const VERSION = '7.0.0-rc14';

/** Files of Baileys whose text shows what the gateway replaces, and what would make a replacement wrong or needless. */
export const SOURCES: readonly (readonly [file: string, text: string, why: string])[] = [
	[
		'lib/Socket/socket.js',
		"ws.on('CB:iq,type:set,pair-device'",
		'linking/link-device.ts shows the QR codes instead',
	],
	[
		'lib/Socket/socket.js',
		'const advB64 = creds.advSecretKey;',
		'Baileys keeps a retired secret (Baileys#2737): once it does not, link-device.ts may leave QR codes to it',
	],
	[
		'lib/Socket/socket.js',
		"ws.on('CB:iq,,pair-success'",
		'Baileys verifies the link with creds.advSecretKey, which linking/ sets',
	],
	['lib/Socket/socket.js', 'const { creds } = authState;', 'linking/ changes the same object of credentials'],
	[
		'lib/Socket/socket.js',
		'`${browser[1]} (${browser[0]})`',
		'WhatsApp refuses pairing codes with this name, so linking/code-pairing.ts requests them',
	],
	[
		'lib/Socket/messages-recv.js',
		"ws.on('CB:notification'",
		'linking/link-device.ts handles notifications before the link',
	],
	[
		'lib/Socket/chats.js',
		"authState.keys.get('app-state-sync-version', [name])",
		'limit-app-state-queries.ts refuses a query by this read',
	],
	[
		'lib/Socket/chats.js',
		"}, authState?.creds?.me?.id || 'resync-app-state');\n        const { onMutation }",
		'Baileys emits changes after the transaction of a sync, by which hold-versions.ts holds versions',
	],
	[
		'lib/Socket/socket.js',
		'// Catch timeout and return undefined instead of throwing',
		'Baileys takes no answer for an empty one, which reject-unanswered-queries.ts prevents',
	],
	[
		'lib/Socket/socket.js',
		'ws.on(`TAG:${msgId}`, onRecv);',
		'reject-unanswered-queries.ts finds queries by this listener',
	],
	[
		'lib/Socket/messages-recv.js',
		"logger.debug({ from, tag }, 'no devices in notification, skipping');",
		'Baileys forgets lists of devices by phone number only: forget-changed-devices.ts forgets all',
	],
	['lib/Socket/Client/websocket.js', 'agent: this.config.agent', 'the WebSocket goes through the proxy'],
	[
		'lib/Socket/Client/websocket.js',
		'this.socket?.send(str, cb)',
		'send-when-durable.ts delays frames at ws.socket.send',
	],
	['lib/Signal/lid-mapping.js', 'this.mappingCache = new LRUCache({', 'bound-memory.ts replaces this memory'],
	[
		'lib/Utils/message-retry-manager.js',
		'this.retryCounters = new LRUCache({',
		'bound-memory.ts replaces this memory, and sessionRecreateHistory beside it',
	],
	[
		'lib/Socket/messages-recv.js',
		'messageRetryManager.schedulePhoneRequest(msgId, async () => {',
		'bound-memory.ts leaves out this request, which placeholder-resends.ts makes',
	],
	[
		'lib/Signal/libsignal.js',
		"import * as libsignal from 'libsignal'",
		'isolate-session-attempts.ts replaces methods of this package',
	],
	[
		'../libsignal/src/crypto.js',
		"nodeCrypto.createHmac('sha256', key)",
		'pass-key-objects.ts makes Node take this key as a KeyObject',
	],
	[
		'../libsignal/src/session_cipher.js',
		'plaintext = await this.doDecryptWhisperMessage(data, session);',
		'isolate-session-attempts.ts restores a session after a failed attempt',
	],
	[
		'lib/Socket/messages-send.js',
		'await assertSessions(lids, true);',
		'begins another session with a person whose session works, which keep-sessions.ts prevents',
	],
	[
		'../libsignal/src/session_record.js',
		'closed: this.indexInfo.closed,',
		'keep-sessions.ts reads the stored form of sessions',
	],
	[
		'lib/Utils/crypto.js',
		'verify: (pubKey, message, signature)',
		'enforce-signatures.ts replaces Curve.verify',
	],
	[
		'lib/Utils/noise-handler.js',
		'Curve.verify(',
		'the certificate of the server is checked with the replaced function',
	],
	[
		'lib/Socket/messages-recv.js',
		"ws.on('CB:call'",
		'calls/attach-calls.ts records a call before Baileys acknowledges it',
	],
	[
		'lib/Socket/messages-recv.js',
		"imgUrl: setPicture ? 'changed' : 'removed'",
		'contacts/ reports new and removed pictures',
	],
	[
		'lib/Socket/messages-recv.js',
		"const update = getBinaryNodeChild(node, 'collection');",
		'Baileys syncs one collection only: once it syncs all, half of follow-app-state.ts is needless',
	],
	['lib/Socket/messages-recv.js', "ev.emit('blocklist.update'", 'contacts/ reports who was blocked'],
	[
		'lib/Socket/messages-recv.js',
		"ev.emit('message-capping.update'",
		'account/ reports the cap on new chats',
	],
	['lib/Socket/socket.js', 'reachoutTimeLock: result', 'account/ reports restrictions'],
	[
		'lib/Utils/chat-utils.js',
		'!!markReadAction?.read ? 0 : -1',
		'chats/attach-chat-changes.ts recognises chats marked as unread by -1',
	],
	[
		'lib/Utils/chat-utils.js',
		'const chat = data.historySets.chats[id] || data.chatUpserts[id];',
		'emit-first-changes.ts evaluates this condition of changes of the first sync',
	],
	[
		'lib/Utils/event-buffer.js',
		'newData.chatUpdates[update.id] = update;',
		'Baileys holds changes of the first sync: once it does not, emit-first-changes.ts is needless',
	],
	[
		'lib/WABinary/decode.js',
		'promisify(inflate)',
		'bound-inflate.ts limits calls of inflate without options',
	],
	[
		'lib/Utils/decode-wa-message.js',
		'let msg = proto.Message.decode(',
		'bound-parts.ts limits what this function decodes',
	],
	['WAProto/index.js', 'if (!(r instanceof $Reader))', 'bound-parts.ts passes a reader of its own'],
];

/** Functions and values of the module. */
export const EXPORTS: readonly (readonly [name: string, why: string])[] = [
	['makeWASocket', 'opens a connection'],
	['initAuthCreds', 'the keys of a device before it is linked'],
	['BufferJSON', 'the stored form of keys'],
	['DEFAULT_CONNECTION_CONFIG', 'makeSignalRepository, which open-socket.ts observes'],
	['WA_CERT_DETAILS', 'the root of the certificates; tests replace it'],
	['Curve', 'replaced in part (enforce-signatures.ts); keys of linking'],
	['hkdf', 'keys of linking'],
	['aesEncryptCTR', 'pairing codes'],
	['aesDecryptCTR', 'pairing codes'],
	['aesEncryptGCM', 'pairing codes and passkeys'],
	['derivePairingCodeKey', 'pairing codes'],
	['bytesToCrockford', 'pairing codes'],
	['buildPairingQRData', 'QR codes'],
	['decryptMessageNode', 'messages with their key changes'],
	['decodeMessageNode', 'the sender of a message that cannot be decrypted'],
	['generateWAMessageContent', 'messages and files to send'],
	['ALL_WA_PATCH_NAMES', 'the collections of the app state'],
	['getMediaKeys', 'the keys of a file'],
	['encryptMediaRetryRequest', 'asks the phone to upload a file again'],
	['decryptPollVote', 'votes'],
	['generateProfilePicture', 'pictures of profiles and groups'],
];

/** Messages of the protocol. */
export const MESSAGES = [
	'ProloguePayload',
	'CompanionEphemeralIdentity',
	'PrimaryEphemeralIdentity',
	'PairingRequest',
	'EncryptedPairingRequest',
	'Message',
	'HistorySync',
];

/** Methods of a socket. */
export const METHODS = [
	'query',
	'sendNode',
	'end',
	'logout',
	'relayMessage',
	'readMessages',
	'sendReceipt',
	'sendMessageAck',
	'sendRetryRequest',
	'upsertMessage',
	'executeUSyncQuery',
	'onWhatsApp',
	'groupMetadata',
	'profilePictureUrl',
	'generateMessageTag',
	'chatModify',
	'resyncAppState',
	'fetchAccountReachoutTimelock',
	'fetchBlocklist',
	'fetchNewChatMessageCap',
	'groupAcceptInvite',
	'groupCreate',
	'groupFetchAllParticipating',
	'groupGetInviteInfo',
	'groupInviteCode',
	'groupLeave',
	'groupParticipantsUpdate',
	'groupRevokeInvite',
	'groupSettingUpdate',
	'groupUpdateDescription',
	'groupUpdateSubject',
	'presenceSubscribe',
	'rejectCall',
	'sendPresenceUpdate',
	'updateBlockStatus',
	'updateProfileName',
	'updateProfileStatus',
];

/** Events of stanzas for which Baileys has listeners that the gateway replaces, wraps or precedes. */
export const STANZAS = [
	'CB:iq,type:set,pair-device',
	'CB:iq,,pair-success',
	'CB:notification',
	'CB:message',
	'CB:receipt',
	'CB:call',
	'CB:success',
	'CB:stream:error',
	'CB:failure',
];
