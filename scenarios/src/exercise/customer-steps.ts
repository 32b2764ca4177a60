import type { FaultKind, FaultTarget } from '../gateway/gateway-api.ts';
import type { Step } from '../format/scenario.ts';

/** The steps of one customer, with the fields that customers leave out. */
export interface CustomerSteps {
	send(text: string): Step;
	reply(text: string, on: string): Step;
	duplicate(text: string, times: number): Step;
	edit(on: string, text: string): Step;
	remove(on: string): Step;
	react(on: string, emoji: string): Step;
	voice(media: string): Step;
	sticker(media: string): Step;
	location(latitude: number, longitude: number): Step;
	offline(): Step;
	online(): Step;
	/** A person answers on the phone of the account, and so takes the chat. */
	echo(text: string): Step;
	release(): Step;
	/** The network fails in the chat with this customer: once, or as often as `next` says; `seconds` of a delay. */
	fault(kind: FaultKind, on: FaultTarget, extent?: { next?: number; seconds?: number | null }): Step;
	/** Milliseconds. */
	wait(time: number): Step;
}

export function stepsOfCustomer(phone: string): CustomerSteps {
	const chat = { phone, group: null };
	return {
		send: (text) => ({ step: 'send', ...chat, text, media: null, quotes: false }),
		reply: (text, on) => ({ step: 'reply', ...chat, text, on }),
		duplicate: (text, times) => ({ step: 'duplicate', phone, text, times }),
		edit: (on, text) => ({ step: 'edit', ...chat, on, text }),
		remove: (on) => ({ step: 'delete', ...chat, on }),
		react: (on, emoji) => ({ step: 'react', ...chat, on, emoji }),
		voice: (from) => ({ step: 'voice', ...chat, media: { from, type: null } }),
		sticker: (from) => ({ step: 'sticker', ...chat, media: { from, type: null } }),
		location: (latitude, longitude) => {
			return { step: 'location', ...chat, latitude, longitude, name: null, address: null, live: false };
		},
		offline: () => ({ step: 'offline', phone }),
		online: () => ({ step: 'online', phone }),
		echo: (text) => ({ step: 'echo', ...chat, text }),
		release: () => ({ step: 'release', phone }),
		fault: (kind, on, { next = 1, seconds = null } = {}) => {
			return { step: 'fault', kind, on, next, seconds, ...chat, error: null };
		},
		wait: (time) => ({ step: 'wait', for: time }),
	};
}
