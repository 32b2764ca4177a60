import { isVisibleName } from '../../domain/chats/contact.ts';
import type { ContactReport, GroupChangeReport, NetworkEvent } from '../../network/network-event.ts';

/**
 * Returns an event of a network without names that show nothing: people and groups can have such names, and their chats
 * would appear without a name. A name that shows nothing becomes null, as if the network had reported none.
 */
export function withVisibleNames(event: NetworkEvent): NetworkEvent {
	switch (event.kind) {
		case 'message':
			return { ...event, message: withGroupName(withContactName(event.message)) };
		case 'echo':
			return { ...event, message: withGroupName(event.message) };
		case 'history': {
			const messages = event.messages.map((one) => withGroupName(withContactName(one)));
			return { ...event, messages };
		}
		case 'change':
			return { ...event, change: { ...event.change, actor: withContactName(event.change.actor) } };
		case 'call':
			return { ...event, call: withContactName(event.call) };
		case 'contacts':
			return { ...event, contacts: event.contacts.map(withContactNames) };
		case 'group_names':
			return { ...event, groups: event.groups.filter(({ name }) => isVisibleName(name)) };
		case 'group_change':
			return { ...event, change: withGroupName(withSettingsName(event.change)) };
		case 'qr':
		case 'pairing_code':
		case 'passkey_request':
		case 'connecting':
		case 'connected':
		case 'disconnected':
		case 'session':
		case 'notice':
		case 'same_person':
		case 'presence':
		case 'chat_changes':
		case 'restriction':
		case 'receipt':
		case 'failure':
			return event;
	}
}

/** Replaces the name of a person that shows nothing by null. */
function withContactName<T extends { contactName: string | null }>(named: T): T {
	return named.contactName === null || isVisibleName(named.contactName)
		? named
		: { ...named, contactName: null };
}

/** Leaves out a group's name that shows nothing. */
function withGroupName<T extends { groupName?: string }>(named: T): T {
	if (named.groupName === undefined || isVisibleName(named.groupName)) return named;
	const unnamed = { ...named };
	delete unnamed.groupName;
	return unnamed;
}

/** Leaves out a new name of a group that shows nothing: its chat keeps the earlier name. */
function withSettingsName(report: GroupChangeReport): GroupChangeReport {
	if (report.change !== 'settings' || report.settings.name === undefined) return report;
	if (isVisibleName(report.settings.name)) return report;
	const settings = { ...report.settings };
	delete settings.name;
	return { ...report, settings };
}

/** An absent name stays absent, because it does not replace the stored one. */
function withContactNames(report: ContactReport): ContactReport {
	const names = { ...report };
	for (const key of ['name', 'savedName', 'username'] as const) {
		if (names[key] !== undefined && !isVisibleName(names[key])) names[key] = null;
	}
	return names;
}
