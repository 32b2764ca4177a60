import { encode } from '../../gateway/test/whatsapp-server/wire/protobuf.ts';
import type { Content, File } from '../../gateway/test/whatsapp-server/wire/wire.ts';

const KEY = { id: '3EB0E1', fromMe: false, remoteJid: '990123456789012@lid' };
const file: File = {
	url: 'https://mmg.whatsapp.net/v/t62.7118-24/none',
	directPath: '/v/t62.7118-24/none',
	mimetype: 'image/jpeg',
	mediaKey: Buffer.alloc(32, 1),
	fileSha256: Buffer.alloc(32, 2),
	fileEncSha256: Buffer.alloc(32, 3),
	fileLength: 100,
	mediaKeyTimestamp: 1_795_323_053,
};

const CONTENTS: readonly Content[] = [
	{ conversation: 'Hello' },
	{
		extendedTextMessage: {
			text: 'Hi',
			contextInfo: { stanzaId: '3EB0E2', quotedMessage: { conversation: 'a' } },
		},
	},
	{ locationMessage: { degreesLatitude: 52.5, degreesLongitude: 13.4, name: 'Office' } },
	{ contactMessage: { displayName: 'Ada', vcard: 'BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nEND:VCARD' } },
	{ reactionMessage: { key: KEY, text: '👍' } },
	{ reactionMessage: { key: { ...KEY, fromMe: true, participant: KEY.remoteJid }, text: '' } },
	{ liveLocationMessage: { degreesLatitude: 91, degreesLongitude: -180 } },
	{ contactsArrayMessage: { displayName: '2', contacts: [{ displayName: '', vcard: 'TEL:1\r\n 2' }] } },
	{
		orderMessage: {
			orderId: '1',
			itemCount: 2,
			totalAmount1000: 9000,
			totalCurrencyCode: 'EUR',
			message: 'b',
		},
	},
	{ buttonsResponseMessage: { selectedButtonId: 'a', selectedDisplayText: 'A' } },
	{ listResponseMessage: { title: 'A', singleSelectReply: { selectedRowId: 'a' } } },
	{
		interactiveResponseMessage: {
			body: { text: 'A' },
			nativeFlowResponseMessage: { name: 'flow', paramsJson: '{"a":{"b":[1]}}' },
		},
	},
	{
		pollCreationMessage: { name: 'Tea?', options: [{ optionName: 'Yes' }, { optionName: 'No' }] },
		messageContextInfo: { messageSecret: Buffer.alloc(32, 6) },
	},
	{
		pollUpdateMessage: {
			pollCreationMessageKey: KEY,
			vote: { encPayload: Buffer.alloc(50, 7), encIv: Buffer.alloc(12, 8) },
			senderTimestampMs: 1_795_323_053_000,
		},
	},
	{
		imageMessage: file,
		messageContextInfo: { messageAssociation: { associationType: 1, parentMessageKey: KEY } },
	},
	{
		extendedTextMessage: {
			text: '@1',
			contextInfo: {
				mentionedJid: [KEY.remoteJid, 'nobody', '1@g.us'],
				isForwarded: true,
				expiration: 86_400,
				externalAdReply: { title: 'A', sourceType: 'ad', sourceId: '1', sourceUrl: 'https://example.com' },
			},
		},
	},
	{ pollCreationMessageV3: { name: 'Tea?', options: [{ optionName: 'Yes' }], selectableOptionsCount: 1 } },
	{ imageMessage: { ...file, caption: 'A picture' } },
	{
		documentWithCaptionMessage: {
			message: { documentMessage: { ...file, fileName: 'a.pdf', caption: 'b' } },
		},
	},
	{ ephemeralMessage: { message: { viewOnceMessageV2: { message: { videoMessage: file } } } } },
	{ protocolMessage: { type: 0, key: KEY } },
	{
		editedMessage: {
			message: { protocolMessage: { type: 14, key: KEY, editedMessage: { conversation: 'b' } } },
		},
	},
	{
		protocolMessage: {
			type: 5,
			historySyncNotification: { syncType: 3, chunkOrder: 1, progress: 1, ...file },
		},
	},
	{ protocolMessage: { type: 6, appStateSyncKeyShare: { keys: [] } } },
	{ deviceSentMessage: { destinationJid: KEY.remoteJid, message: { conversation: 'c' } } },
	{
		senderKeyDistributionMessage: {
			groupId: '1@g.us',
			axolotlSenderKeyDistributionMessage: Buffer.alloc(40, 5),
		},
	},
];

/** The encoded messages of phones before encryption. */
export const PLAINTEXTS = CONTENTS.map((content) => encode('Message', content));
