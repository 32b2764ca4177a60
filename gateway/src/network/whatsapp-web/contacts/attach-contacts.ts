import type { Contact } from 'baileys';
import type { Device, DeviceConnection } from '../device.ts';
import type { AppStateFollower } from '../chats/follow-app-state.ts';
import { contactReportOf } from './contact-report.ts';

/** Contacts in one report. */
const BATCH_SIZE = 200;

/** Reports the contacts that a connection receives from WhatsApp and from the phone. */
export function attachContacts(
	device: Device,
	{ socket, identities }: DeviceConnection,
	appState: Pick<AppStateFollower, 'track'>,
): void {
	// A sync of the app state emits these: they have the names that the account's owner gives to contacts.
	socket.ev.on('contacts.upsert', (contacts) => {
		appState.track(report(contacts));
	});
	// Messages emit these. A name that could not be recorded comes again with the next message.
	socket.ev.on('contacts.update', (contacts) => {
		report(contacts).catch(() => undefined);
	});

	async function report(contacts: readonly Partial<Contact>[]): Promise<void> {
		await storeNames(contacts);
		const reports = (
			await Promise.all(contacts.map((contact) => contactReportOf(identities, contact)))
		).filter((one) => one !== null);
		for (let from = 0; from < reports.length; from += BATCH_SIZE) {
			if (device.isClosed()) throw new Error('The connection has ended.');
			const batch = reports.slice(from, from + BATCH_SIZE);
			await device.context.report([{ kind: 'contacts', contacts: batch }]);
		}
	}

	/** Stores which LID and which phone number belong to one person, where a contact has both. */
	async function storeNames(contacts: readonly Partial<Contact>[]): Promise<void> {
		const pairs = contacts.flatMap(({ id, lid, phoneNumber }) => {
			const pair = { lid: lid ?? id, pn: phoneNumber ?? id };
			return pair.lid?.endsWith('@lid') && pair.pn?.endsWith('@s.whatsapp.net')
				? [{ lid: pair.lid, pn: pair.pn }]
				: [];
		});
		if (pairs.length > 0) await socket.signalRepository.lidMapping.storeLIDPNMappings(pairs);
	}
}
