import { stanza, type Stanza } from '../../gateway/test/whatsapp-server/wire/stanza.ts';
import { GROUP, STRANGER, STRANGER_LID, type Identities } from './identities.ts';

const SERVER = 's.whatsapp.net';
const T = '1795323053';
const stranger = `${STRANGER}@${SERVER}`;
const strangerLid = `${STRANGER_LID}@lid`;

/** Well-formed ciphertexts of a first message, a later message and a group message, which no key decrypts. */
const CIPHERTEXTS = {
	pkmsg: Buffer.from(
		'330801122105cee3b21bf7b4a749f98df7a5abdeeabe7712477b909092e6f5b9962a204da20c1a2105e7f702876fe6a70132c069baa136002fb45f74fa0beaaee69dc412bd1cb883242262330a21052bf4e852919888361dc5e2b439749c03d7e4bddb02a880a55fbb68f80131e37f10011800223071d296e495369b4267d9e6251cd1f88498900bca56490233df19808c369500cc5480694b92ace9037ccd95c871cd5d826d8f5615c9edef5b2897223001',
		'hex',
	),
	msg: Buffer.from(
		'330a210591b44d16ce65450fb85c7308bc67899adec5110cfb5a9b0df198e840f6c2d5791000180022306394097cf117cc6c72610a8c792236b06f179e00efe25d38f7bd3d53d6a71e346de365a311a8754481b0fa76e2fefe5d',
		'hex',
	),
	skmsg: Buffer.from(`3308d0a5b6c7041000182a20${'5b'.repeat(48)}${'a7'.repeat(64)}`, 'hex'),
} as const;

const enc = (type: keyof typeof CIPHERTEXTS): Stanza => stanza('enc', { v: '2', type }, CIPHERTEXTS[type]);

/** Returns stanzas of every kind that WhatsApp sends to a linked device. */
export function createStanzas({ account, lid }: Identities): Readonly<Record<string, readonly Stanza[]>> {
	const self = `${account}@${SERVER}`;
	const selfLid = `${lid}@lid`;
	const head = { t: T, type: 'text', notify: 'Ada' };
	const byLid = { addressing_mode: 'lid', sender_pn: stranger };
	const inGroup = {
		...{ from: GROUP, participant: strangerLid, participant_pn: stranger, addressing_mode: 'lid' },
	};
	const notification = (type: string, content: Stanza[], more: Record<string, string> = {}) =>
		stanza('notification', { from: SERVER, type, id: '3141592653', t: T, ...more }, content);
	const group = (content: Stanza) => notification('w:gp2', [content], { ...inGroup, notify: 'Ada' });
	const participant = stanza('participant', { jid: strangerLid, phone_number: stranger, type: 'admin' });
	const bytes = (text: string) => Buffer.from(text);
	return {
		message: [
			stanza('message', { id: '3EB0A1', ...head, from: strangerLid, ...byLid }, [enc('pkmsg')]),
			stanza('message', { id: '3EB0A2', ...head, from: stranger }, [enc('msg')]),
			stanza('message', { id: '3EB0A3', ...head, ...inGroup }, [enc('pkmsg'), enc('skmsg')]),
			stanza('message', { id: '3EB0A4', ...head, from: selfLid, recipient: strangerLid, ...byLid }, [
				enc('msg'),
			]),
			stanza('message', { id: '3EB0A5', ...head, from: self, category: 'peer' }, [enc('msg')]),
			stanza('message', { id: '3EB0A6', ...head, from: strangerLid, ...byLid }, [
				stanza('unavailable', { type: 'view_once_unavailable_fanout' }),
			]),
			stanza('message', { id: '3EB0A7', ...head, from: 'status@broadcast', participant: strangerLid }, [
				enc('skmsg'),
			]),
			stanza('message', { id: '3EB0A8', ...head, from: '120363@newsletter', server_id: '7' }, [
				stanza('plaintext', {}, Buffer.from('0a0548656c6c6f', 'hex')),
			]),
			stanza('message', { id: '3EB0A9', ...head, type: 'media', from: strangerLid, ...byLid, edit: '1' }, [
				stanza('enc', { v: '2', type: 'msg', mediatype: 'image', count: '2' }, CIPHERTEXTS.msg),
				stanza('verified_name', { serial: '1' }, Buffer.from('0a020801', 'hex')),
			]),
		],
		receipt: [
			stanza('receipt', { from: strangerLid, id: '3EB0B1', t: T }),
			stanza('receipt', { from: strangerLid, id: '3EB0B2', t: T, type: 'read' }, [
				stanza('list', {}, [stanza('item', { id: '3EB0B3' }), stanza('item', { id: '3EB0B4' })]),
			]),
			stanza('receipt', { from: GROUP, participant: strangerLid, id: '3EB0B5', t: T, type: 'played' }),
			stanza('receipt', { from: strangerLid, id: '3EB0B6', t: T, type: 'retry' }, [
				stanza('retry', { count: '1', id: '3EB0B6', t: T, v: '1' }),
				stanza('registration', {}, Buffer.from([0, 0, 1, 2])),
			]),
			stanza('receipt', { from: selfLid, recipient: strangerLid, id: '3EB0B7', t: T, type: 'sender' }),
			stanza('receipt', { from: GROUP, id: '3EB0B8', t: T }, [
				stanza('participants', { key: '3EB0B8' }, [stanza('user', { jid: strangerLid, t: T })]),
			]),
		],
		notification: [
			notification('encrypt', [stanza('count', { value: '40' })]),
			notification('encrypt', [stanza('identity')], { from: stranger }),
			notification('devices', [
				stanza('add', { device_hash: '2:abc' }, [stanza('device', { jid: `${STRANGER}:4@${SERVER}` })]),
			]),
			notification('server_sync', [stanza('collection', { name: 'regular', version: '7' })]),
			notification('picture', [stanza('set', { jid: stranger, id: '17', author: stranger })]),
			notification('account_sync', [stanza('disappearing_mode', { duration: '0', t: T })]),
			notification('account_sync', [
				stanza('blocklist', {}, [stanza('item', { jid: stranger, action: 'block' })]),
			]),
			notification('privacy_token', [
				stanza('tokens', {}, [stanza('token', { type: 'trusted_contact', t: T }, bytes('token'))]),
			]),
			notification('mediaretry', [
				stanza('rmr', { jid: strangerLid, from_me: 'false' }),
				stanza('encrypt', {}, [stanza('enc_p', {}, bytes('p')), stanza('enc_iv', {}, bytes('123456789012'))]),
			]),
			notification('mex', [
				stanza('update', { op_name: 'NotificationNewsletterUpdate' }, bytes('{"data":{"xwa2_notify":{}}}')),
			]),
			notification('newsletter', [
				stanza('reaction', { message_id: '1' }, [stanza('reaction', { code: '👍' })]),
			]),
			notification('link_code_companion_reg', [
				stanza('link_code_companion_reg', { stage: 'primary_hello' }),
			]),
			notification('contacts', [stanza('update', { jid: strangerLid })], { from: stranger }),
			group(stanza('add', {}, [participant])),
			group(stanza('remove', { reason: 'left' }, [participant])),
			group(stanza('promote', {}, [participant])),
			group(stanza('subject', { subject: 'Team', s_t: T, s_o: strangerLid })),
			group(stanza('description', { id: '1' }, [stanza('body', {}, bytes('Text'))])),
			group(
				stanza('create', { type: 'new' }, [
					stanza('group', { id: '120363000000000001', subject: 'Team', creation: T, s_t: T, size: '1' }, [
						participant,
					]),
				]),
			),
			group(stanza('invite', { code: 'abc' })),
			group(stanza('created_membership_requests', { request_method: 'invite_link' }, [participant])),
		],
		call: [
			stanza('call', { from: strangerLid, id: '3EB0C1', t: T, notify: 'Ada' }, [
				stanza('offer', { 'call-id': 'ABC', 'call-creator': strangerLid }, [
					stanza('audio', { rate: '16000' }),
				]),
			]),
			stanza('call', { from: strangerLid, id: '3EB0C2', t: T }, [
				stanza('terminate', { 'call-id': 'ABC', 'call-creator': strangerLid, reason: 'timeout' }),
			]),
		],
		presence: [
			stanza('presence', { from: strangerLid, type: 'unavailable', last: T }),
			stanza('presence', { from: stranger }),
		],
		chatstate: [
			stanza('chatstate', { from: strangerLid }, [stanza('composing', { media: 'audio' })]),
			stanza('chatstate', { from: GROUP, participant: strangerLid }, [stanza('paused')]),
		],
		ib: [
			stanza('ib', { from: SERVER }, [stanza('offline_preview', { count: '2', message: '2', t: '0' })]),
			stanza('ib', { from: SERVER }, [stanza('offline', { count: '0' })]),
			stanza('ib', { from: SERVER }, [stanza('dirty', { type: 'account_sync', timestamp: T })]),
			stanza('ib', { from: SERVER }, [stanza('dirty', { type: 'groups', timestamp: T })]),
			stanza('ib', { from: SERVER }, [
				stanza('edge_routing', {}, [stanza('routing_info', {}, Buffer.from([8, 8, 11, 8]))]),
			]),
		],
		iq: [
			stanza('iq', { id: '12.3-4', from: SERVER, type: 'result' }, [
				stanza('usync', {}, [
					stanza('list', {}, [stanza('user', { jid: stranger }, [stanza('lid', { val: strangerLid })])]),
				]),
			]),
			stanza('iq', { id: '12.3-5', from: SERVER, type: 'error' }, [
				stanza('error', { code: '503', text: 'no' }),
			]),
			stanza('iq', { id: 'p1', from: SERVER, type: 'get', xmlns: 'urn:xmpp:ping' }),
			stanza('iq', { id: '12.3-6', from: SERVER, type: 'result' }, [
				stanza('sync', {}, [stanza('collection', { name: 'regular', version: '3' }, [stanza('patches')])]),
			]),
			stanza('iq', { id: '12.3-7', from: SERVER, type: 'set', xmlns: 'md' }, [
				stanza('pair-device', {}, [stanza('ref', {}, bytes('a-reference'))]),
			]),
		],
		ack: [
			stanza('ack', { class: 'message', id: '3EB0D1', from: strangerLid, t: T }),
			stanza('ack', { class: 'message', id: '3EB0D2', from: strangerLid, error: '463' }),
			stanza('ack', { class: 'receipt', id: '3EB0D3', from: strangerLid, type: 'read' }),
		],
		login: [
			stanza('success', { t: T, lid: `${lid}:1@lid`, display_name: 'Shop', location: 'test' }),
			stanza('stream:error', { code: '503' }),
			stanza('failure', { reason: '500', location: 'test', t: T }),
		],
	};
}

/** The relative frequency of each kind. Stanzas that close connections are rare. */
export const WEIGHTS: Readonly<Record<string, number>> = {
	...{ message: 30, receipt: 15, notification: 25, call: 5, presence: 5, chatstate: 5, ib: 6, iq: 6, ack: 5 },
	login: 0.5,
};
