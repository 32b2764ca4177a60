import { WHATSAPP_WEB_CAPABILITIES } from '../../../src/network/whatsapp-web/capabilities.ts';
import { systemClock } from '../../../src/runtime/system.ts';
import { scannedText } from '../../support/qr-code.ts';
import { JPEG } from '../../support/sample-files.ts';
import { trustWhatsApp } from '../../support/whatsapp/trust.ts';
import { until } from '../../support/until.ts';
import { startWhatsApp, type WhatsApp } from '../../support/whatsapp/whatsapp.ts';
import type { Received } from '../../whatsapp-server/log.ts';
import type { ToSend } from '../../whatsapp-server/phone/outbox/to-send.ts';
import { whatsAppWebAccount } from './whatsapp-web-account.ts';
import { detailsOf, toSend } from './whatsapp-web-messages.ts';
import type { NetworkUnderTest, OtherEnd, PhoneMessage, WrittenMessage } from './network-under-test.ts';

/** Phones send no receipts automatically: tests send them. */
const BY_HAND = { receipts: [] };

/** WhatsApp as a companion device linked by QR code, with the stand-in for WhatsApp. */
export function whatsAppWebNetwork(): NetworkUnderTest {
	let whatsApp: WhatsApp;
	/** The account each instance is linked to, and the last message sent to it. */
	const accounts = new Map<string, string>();
	const last = new Map<string, { from: string; to: string; what: Parameters<WhatsApp['send']>[2] }>();
	let counter = 0;
	const nextPhone = (): string => `49152${String((counter += 1)).padStart(7, '0')}7`;
	const accountOf = (instanceId: string): string => accounts.get(instanceId) ?? '';

	/** Hidden phones by their LIDs. */
	const hidden = new Map<string, string>();
	const revealed = new Set<string>();
	let hiddenCount = 0;
	function withoutNumber(): string {
		const id = `98765432${String((hiddenCount += 1)).padStart(7, '0')}@lid`;
		hidden.set(id, nextPhone());
		return id;
	}

	/** Returns the phone of a person, whom the stand-in knows by it. */
	async function phoneOf(person: string): Promise<string> {
		const phone = hidden.get(person);
		if (phone === undefined || revealed.has(person)) return phone ?? person;
		await whatsApp.person(phone, { hidden: true, lid: person.replace('@lid', '') });
		return phone;
	}

	/** Returns the JIDs of a person: by phone and by LID. */
	async function namesOf(phone: string): Promise<string[]> {
		const { lid } = await whatsApp.person(phone);
		return [`${phone}@s.whatsapp.net`, `${lid}@lid`];
	}

	function endOf(instanceId: string): OtherEnd {
		return {
			...whatsAppWebAccount(whatsApp, accountOf(instanceId)),
			async complete(qrCode) {
				const account = nextPhone();
				accounts.set(instanceId, account);
				const friend = { phone: nextPhone(), name: 'A friend', messages: [] };
				await whatsApp.scan(account, scannedText(qrCode ?? '') ?? '', { name: 'Shop', history: [friend] });
			},
			async enterPairingCode(phone, code) {
				const { linked } = await whatsApp.typeCode({ phone, code, name: 'Shop' });
				if (linked) accounts.set(instanceId, phone);
				return linked;
			},
			async endSession() {
				await whatsApp.end(accountOf(instanceId), 401);
				return 'logged_out';
			},
			drop: () => whatsApp.end(accountOf(instanceId), 'drop'),
			overload: () => whatsApp.messageRules({ times: 1, ack: 429 }, BY_HAND),
			async write({ from: person, name, groupId, replyTo, ...written }: WrittenMessage) {
				const from = await phoneOf(person);
				if (name !== undefined) await whatsApp.person(from, { name });
				const what = { ...toSend(written), ...quoting(replyTo, accountOf(instanceId)) };
				const to = groupId ?? accountOf(instanceId);
				const id = await whatsApp.send(from, to, what);
				last.set(instanceId, { from, to, what: { ...what, id } });
			},
			async writeOnPhone(to, text) {
				await whatsApp.send(accountOf(instanceId), await phoneOf(to), { text });
			},
			async react({ id, phone }, emoji) {
				const chat = `${accountOf(instanceId)}@s.whatsapp.net`;
				await whatsApp.send(phone, accountOf(instanceId), {
					reaction: { id, chat, fromMe: false, emoji: emoji ?? '' },
				});
			},
			async editLast(from, text) {
				const id = last.get(instanceId)?.what.id ?? '';
				await whatsApp.send(await phoneOf(from), accountOf(instanceId), { edit: { id, text } });
			},
			async editAsStranger(_author, text) {
				const id = last.get(instanceId)?.what.id ?? '';
				await whatsApp.send(nextPhone(), accountOf(instanceId), { edit: { id, text } });
			},
			async deleteLast(from) {
				const id = last.get(instanceId)?.what.id ?? '';
				await whatsApp.send(await phoneOf(from), accountOf(instanceId), { revoke: { id } });
			},
			async vote({ id, phone }, options) {
				const author = accountOf(instanceId);
				await whatsApp.send(phone, author, { vote: { id, author, options: [...options] } });
			},
			async reveal(id, phone) {
				await whatsApp.revealPhone(await phoneOf(id), phone);
				hidden.set(id, phone);
				revealed.add(id);
				// The server names the phone number with the next message.
				await whatsApp.send(phone, accountOf(instanceId), { text: 'It is me' });
			},
			receivedKind: (person, type) =>
				until(`a ${type} on ${person}`, async () => {
					const phone = await phoneOf(person);
					const found = (await whatsApp.received(phone)).findLast((one) => one.type === type);
					return found === undefined ? null : phoneMessage(found);
				}),
			async sees({ id, phone }) {
				const [found] = (await whatsApp.received(phone)).filter((one) => one.id === id);
				return { text: found?.text ?? null, reaction: found?.reaction ?? null };
			},
			async writeUnsupported(from) {
				const file = { type: 'image', mimeType: 'image/jpeg', base64: JPEG.toString('base64') } as const;
				await whatsApp.send(from, accountOf(instanceId), { file, wrapped: 'viewOnce' });
				return 'view_once';
			},
			async repeatLast() {
				const again = last.get(instanceId);
				if (again !== undefined) await whatsApp.send(again.from, again.to, again.what);
			},
			received: (person, text) =>
				until(`"${text}" on ${person}`, async () => {
					const phone = await phoneOf(person);
					const found = (await whatsApp.received()).find(
						(one) => [one.by, one.group].includes(phone) && (one.text ?? '') === text,
					);
					return found === undefined ? null : phoneMessage(found);
				}),
			async receipts({ id, phone }, ...steps) {
				const [message] = (await whatsApp.received(phone)).filter((one) => one.id === id);
				const lid = [...hidden.values()].includes(phone);
				const group = message?.group ?? null;
				for (const type of steps) {
					await whatsApp.receipts({
						...{ from: phone, account: accountOf(instanceId), ids: [id], type, lid },
						...(group === null ? {} : { group }),
					});
				}
			},
			async seesRead(phone) {
				const { receipts } = await whatsApp.log(accountOf(instanceId));
				const names = await namesOf(phone);
				return receipts.some(({ to, type }) => type === 'read' && names.includes(to));
			},
			async seesTyping(phone) {
				const { presences } = await whatsApp.log(accountOf(instanceId));
				const names = await namesOf(phone);
				return presences.some(({ to, state }) => state === 'composing' && names.includes(to ?? ''));
			},
			startGroup: (owner, name) =>
				whatsApp.group({ by: owner, subject: name, members: [accountOf(instanceId)] }),
			async leaveGroup(groupId) {
				const members = Object.entries(await whatsApp.membersOf(groupId));
				const by = members.find(([phone, role]) => role !== 'member' && phone !== accountOf(instanceId))?.[0];
				const phones = [accountOf(instanceId)];
				await whatsApp.members({ by: by ?? '', group: groupId, action: 'remove', phones });
			},
			async syncHistory() {
				const chats = Array.from({ length: 4 }, () => ({
					phone: nextPhone(),
					messages: Array.from({ length: 10 }, (_, index) => {
						counter += 1;
						return { text: `Long ago ${counter}`, at: 1_700_000_000 + counter, fromMe: index % 2 === 1 };
					}),
				}));
				await whatsApp.history(accountOf(instanceId), chats);
				return 40;
			},
		};
	}

	return {
		name: 'WhatsApp linked by QR code',
		method: 'qrcode',
		capabilities: WHATSAPP_WEB_CAPABILITIES,
		// A QR code lasts a minute by the client's own clock; it also ends with its connection.
		expiringCodes: () => ({
			clock: systemClock,
			expire: () => {
				void whatsApp.settings({ offline: true }).then(() => whatsApp.settings({ offline: false }));
			},
		}),
		rejections: [
			{
				what: 'a number that is not on WhatsApp',
				code: 'recipient_not_found',
				prepare: (world) => Promise.resolve(world.nobody()),
			},
			...(
				[
					[403, 'recipient_blocked'],
					[406, 'network_error'],
					[463, 'rate_limited'],
				] as const
			).map(([ack, code]) => ({
				what: `WhatsApp's ${ack}`,
				code,
				async prepare() {
					await whatsApp.messageRules({ times: 1, ack }, BY_HAND);
					return nextPhone();
				},
			})),
		],
		supports: new Set([
			'people_without_numbers',
			'replies',
			'unsupported_messages',
			'locations',
			'live_locations',
			'contact_cards',
			'polls',
			'orders',
			'button_replies',
			'list_replies',
			'flow_replies',
			'voice_notes',
			'stickers',
			'mentions',
			'forwarded_messages',
			'ephemeral_messages',
			'referrals',
			'revealed_numbers',
		]),
		failures: [
			{
				what: 'a no of WhatsApp',
				code: 'rate_limited',
				trigger: async (_end, { id, phone }) => {
					const sender = (await whatsApp.received(phone)).find((one) => one.id === id)?.from ?? '';
					await whatsApp.sendNack({ account: sender, id, to: phone, error: 463 });
				},
			},
		],
		async start() {
			whatsApp = await startWhatsApp();
			await trustWhatsApp(whatsApp);
			await whatsApp.messageRules(BY_HAND);
			const [open, closed] = [nextPhone(), nextPhone()];
			await whatsApp.person(open, { about: 'Busy', picture: 'https://pps.whatsapp.net/open.jpg' });
			await whatsApp.person(closed, { about: null, picture: 'private' });
			return {
				settings: { GATEWAY_NETWORK: 'whatsapp', GATEWAY_WHATSAPP_URL: whatsApp.url },
				connectRequest: { method: 'qrcode' },
				wrongRequest: null,
				person: nextPhone,
				withoutNumber,
				nobody: () => '4915112340000',
				profiles: { open, closed },
				endOf: (_gateway, instanceId) => endOf(instanceId),
				close: () => whatsApp.close(),
			};
		},
	};
}

/** Returns the quote of an instance's message in a reply. */
function quoting(replyTo: PhoneMessage | undefined, account: string): Pick<ToSend, 'quoted'> {
	return replyTo === undefined ? {} : { quoted: { id: replyTo.id, from: account } };
}

function phoneMessage({ by, id, type, text, file, quoted, details }: Received): PhoneMessage {
	return {
		id,
		phone: by,
		type: type as PhoneMessage['type'],
		text: type === 'text' ? text : null,
		caption: type === 'text' ? null : text,
		filename: file?.filename ?? null,
		sha256: file?.sha256 ?? null,
		replyTo: quoted?.id ?? null,
		details: detailsOf(details),
	};
}
