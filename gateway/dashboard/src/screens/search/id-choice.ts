import { isOwner } from '../../api/sign-in/session.ts';
import type { IconName } from '../../components/display/icon.tsx';
import { hrefTo, navigate } from '../../routing/location.ts';
import type { Choice } from './choice.ts';

interface Place {
	title: string;
	icon: IconName;
	ownerOnly?: boolean;
	href: (id: string) => string;
}

/** The screens of objects by the prefixes of their ids. */
const PLACES: Readonly<Record<string, Place>> = {
	inst: { title: 'Instance', icon: 'instance', href: (id) => hrefTo('instances', id) },
	msg: { title: 'Message', icon: 'chat', href: (id) => hrefTo('messages', id) },
	wh: { title: 'Webhook', icon: 'webhook', href: (id) => hrefTo('webhooks', id) },
	evt: { title: 'Event', icon: 'event', href: (id) => hrefTo('events', id) },
	key: { title: 'API key', icon: 'key', ownerOnly: true, href: () => hrefTo('keys') },
	usr: { title: 'User', icon: 'person', ownerOnly: true, href: (id) => hrefTo('users', id) },
};

const ID = /^([a-z]+)_[0-9a-hjkmnp-tv-z]{26}$/;

/** Returns the screen of an id; null: the text is no id, or the screen depends on data of the gateway. */
export function idChoice(text: string): Choice | null {
	const [id, prefix = ''] = ID.exec(text) ?? [];
	if (id === undefined) return null;
	if (prefix === 'req') return requestChoice(id);
	const place = PLACES[prefix];
	if (place === undefined || (place.ownerOnly === true && !isOwner())) return null;
	return {
		key: id,
		group: 'Go to',
		icon: place.icon,
		title: place.title,
		detail: id,
		act() {
			navigate(place.href(id));
		},
	};
}

/** Requests are not stored, but logged. */
function requestChoice(id: string): Choice {
	return {
		key: id,
		group: 'Go to',
		icon: 'list',
		title: 'Request: its line is in the log of the gateway',
		detail: `Search the log for ${id}. Open the audit log`,
		act() {
			navigate(hrefTo(isOwner() ? 'audit' : 'events'));
		},
	};
}
