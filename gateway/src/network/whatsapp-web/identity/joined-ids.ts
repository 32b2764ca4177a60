import type { NetworkEvent } from '../../network-event.ts';
import { isPhone } from '../../../domain/phone.ts';
import type { Device } from '../device.ts';
import { isLid, isPhoneJid, userOf, withoutDevice } from './jid.ts';

/** Which phone number and which LID are one person, as Baileys stores it. */
export interface LidMapping {
	lid: string;
	pn: string;
}

/** Most mappings that are remembered as reported; the one that was reported first is dropped first. */
const MAX_REPORTED = 20_000;
/** Mappings in one report. A phone sends thousands of them when the device is linked. */
const BATCH_SIZE = 100;

/** Returns a function that reports mappings that become known, each once. */
export function createJoinedIds(
	device: Pick<Device, 'context' | 'isClosed' | 'unitOfWork'>,
): (mappings: readonly LidMapping[]) => void {
	const reported = new Set<string>();

	function isNews(event: NetworkEvent & { kind: 'same_person' }): boolean {
		const name = event.ids.join(' ');
		if (reported.has(name)) return false;
		reported.add(name);
		const [oldest] = reported;
		if (reported.size > MAX_REPORTED && oldest !== undefined) reported.delete(oldest);
		return true;
	}

	async function reportMany(events: readonly NetworkEvent[]): Promise<void> {
		for (let from = 0; from < events.length && !device.isClosed(); from += BATCH_SIZE)
			await device.context.report(events.slice(from, from + BATCH_SIZE));
	}

	return (mappings) => {
		const events = mappings.flatMap(samePerson).filter(isNews);
		if (events.length === 0) return;
		if (events.length > BATCH_SIZE) {
			reportMany(events).catch(() => undefined);
			return;
		}
		// The mapping is reported before the message that made it known, in the same transaction.
		device.unitOfWork.addEvents(events);
		device.unitOfWork.commit().catch(() => undefined);
	};
}

function samePerson({ lid, pn }: LidMapping): (NetworkEvent & { kind: 'same_person' })[] {
	const [first, second] = [withoutDevice(pn), withoutDevice(lid)];
	if (first === null || second === null || !isPhoneJid(first) || !isLid(second)) return [];
	return isPhone(userOf(first)) ? [{ kind: 'same_person', ids: [first, second] }] : [];
}
