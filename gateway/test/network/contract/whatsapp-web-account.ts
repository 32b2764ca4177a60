import type { WhatsApp } from '../../support/whatsapp/whatsapp.ts';
import { MUTED_FOREVER } from '../../../src/network/whatsapp-web/chats/mute-end.ts';
import type { OtherEnd } from './network-under-test.ts';

type AccountEnd = Pick<
	OtherEnd,
	| 'seesGroup'
	| 'inviteTo'
	| 'joinByInvite'
	| 'changeGroup'
	| 'changeMembers'
	| 'changeChatOnPhone'
	| 'seesChat'
	| 'hasBlocked'
	| 'seesProfile'
	| 'showPresence'
	| 'call'
	| 'seesRejection'
	| 'restrict'
	| 'liftRestriction'
>;

const INVITE_URL = 'https://chat.whatsapp.com/';

/** The actions of an account's phone, and of others, on WhatsApp besides messages. */
export function whatsAppWebAccount(whatsApp: WhatsApp, account: string): AccountEnd {
	return {
		async seesGroup(groupId) {
			const { subject, description, announce, restrict, picture } = await whatsApp.groupInfo(groupId);
			const participants = Object.keys(await whatsApp.membersOf(groupId));
			return {
				...{ name: subject, description, announce, restrict },
				...{ hasPicture: picture !== null, participants },
			};
		},
		inviteTo: async (groupId) => INVITE_URL + (await whatsApp.groupInfo(groupId)).invite,
		joinByInvite: (person, invite) => whatsApp.join(person, invite.replace(INVITE_URL, '')),
		async changeGroup(by, group, { name, picture, ...settings }) {
			await whatsApp.changeGroup({
				...{ by, group, ...settings },
				...(name === undefined ? {} : { subject: name }),
				...(picture === undefined ? {} : { picture: picture.toString('base64') }),
			});
		},
		async changeMembers(by, group, action, phones) {
			if (action === 'leave') await whatsApp.leave(by, group);
			else await whatsApp.members({ by, group, action, phones });
		},
		changeChatOnPhone: (person, { mutedUntil, ...changes }) =>
			whatsApp.changeChat(account, person, {
				...changes,
				...(mutedUntil === undefined ? {} : { mutedUntil: mutedUntil === MUTED_FOREVER ? -1 : mutedUntil }),
			}),
		seesChat: (person) => whatsApp.chatState(account, person),
		hasBlocked: async (person) => (await whatsApp.blocked(account)).includes(person),
		async seesProfile() {
			const { name, about, pictureSha256 } = await whatsApp.profile(account);
			return { name, about, hasPicture: pictureSha256 !== null };
		},
		async showPresence(person, state) {
			await whatsApp.presence(person, { account, state });
		},
		async call(person, video) {
			await whatsApp.call(person, { account, video });
		},
		seesRejection: async (person) =>
			(await whatsApp.rejections()).some((one) => one.account === account && one.by === person),
		async restrict({ until }) {
			const end = Math.floor((until ?? Date.now() + 3_600_000) / 1000);
			await whatsApp.restrict(account, { timelock: { reason: 'RESTRICT_ALL_COMPANIONS', until: end } });
		},
		liftRestriction: () => whatsApp.restrict(account, { timelock: null }),
	};
}
