import type { InstanceId } from '../../domain/ids.ts';
import type { ContactReport } from '../../network/network-event.ts';
import type { ContactColumns } from '../../store/chats/contacts.ts';

/**
 * Returns a contact with the changes of a report of the network; `before` undefined: the contact is new. A property that
 * the report lacks is kept, and so is a name or a username where the report has null.
 */
export function mergedContact(
	instanceId: InstanceId,
	before: ContactColumns | undefined,
	report: ContactReport,
): ContactColumns {
	return {
		instance_id: instanceId,
		id: report.id,
		phone: report.phone ?? before?.phone ?? null,
		username: report.username ?? before?.username ?? null,
		saved_name: changed(report.savedName, before?.saved_name ?? null),
		name: report.name ?? before?.name ?? null,
		profile_pic_url: changed(report.profilePicUrl, before?.profile_pic_url ?? null),
		about: changed(report.about, before?.about ?? null),
		is_business: flag(report.isBusiness, before?.is_business),
		is_blocked: flag(report.isBlocked, before?.is_blocked),
	};
}

function changed(reported: string | null | undefined, before: string | null): string | null {
	return reported === undefined ? before : reported;
}

function flag(reported: boolean | undefined, before: 0 | 1 | undefined): 0 | 1 {
	if (reported === undefined) return before ?? 0;
	return reported ? 1 : 0;
}
