import type { CallOptions } from '../../whatsapp-server/phone/calls.ts';
import type { ChatState } from '../../whatsapp-server/phone/chat-states.ts';
import type { PresenceOptions } from '../../whatsapp-server/phone/presence.ts';
import type { ReadOnPhone } from '../../whatsapp-server/phone/read-on-phone.ts';
import type { Standing } from '../../whatsapp-server/phone/restrictions.ts';
import type { LoggedRejection } from '../../whatsapp-server/log.ts';

/** The actions of people and of an account's phone on the WhatsApp stand-in, besides messages. */
export interface AccountControls {
	/** The account's owner changes a chat on the phone: by phone, or the JID of a group. */
	changeChat(account: string, chat: string, changes: Partial<ChatState>): Promise<void>;
	/** Returns a chat as the account's phone shows it. */
	chatState(account: string, chat: string): Promise<ChatState>;
	/** The account's owner opens a chat on the phone, which reports the messages as read to its linked devices. */
	readOnPhone(account: string, read: ReadOnPhone): Promise<void>;
	/** The account's owner blocks or unblocks somebody on the phone. */
	block(account: string, phone: string, blocked: boolean): Promise<void>;
	/** Returns the phones that an account has blocked. */
	blocked(account: string): Promise<string[]>;
	/** Returns the profile of a phone as others see it. */
	profile(phone: string): Promise<{ name: string; about: string | null; pictureSha256: string | null }>;
	/** A person changes their picture, which the server reports to an account; null removes it. */
	changePicture(phone: string, account: string, picture: string | null): Promise<void>;
	/** A person calls an account; returns the id of the call. */
	call(from: string, options: CallOptions): Promise<string>;
	/** Returns the calls that clients rejected. */
	rejections(): Promise<LoggedRejection[]>;
	/** A person is online, offline or types; returns whether the server reported it to the account. */
	presence(from: string, options: PresenceOptions & { group?: string }): Promise<boolean>;
	/** Restricts an account; what is absent stays. `silent`: without a notification. */
	restrict(account: string, standing: Partial<Standing> & { silent?: boolean }): Promise<void>;
}

type Control = <T = unknown>(name: string, body?: object) => Promise<T>;

export function accountControls(control: Control): AccountControls {
	return {
		async changeChat(account, chat, changes) {
			await control('changeChat', { account, chat, changes });
		},
		chatState: (account, chat) => control('chatState', { account, chat }),
		async readOnPhone(account, read) {
			await control('readOnPhone', { account, ...read });
		},
		async block(account, phone, blocked) {
			await control('block', { account, phone, blocked });
		},
		blocked: async (account) => (await control<{ phones: string[] }>('blocked', { account })).phones,
		profile: (phone) => control('profile', { phone }),
		async changePicture(phone, account, picture) {
			await control('changePicture', { phone, account, picture });
		},
		call: async (from, options) => (await control<{ id: string }>('call', { from, ...options })).id,
		rejections: async () => (await control<{ rejections: LoggedRejection[] }>('rejections')).rejections,
		presence: async (from, options) =>
			(await control<{ shown: boolean }>('presence', { from, ...options })).shown,
		async restrict(account, standing) {
			await control('restrict', { account, ...standing });
		},
	};
}
