import type { Companion } from '../companion.ts';
import { timestamp } from '../connection.ts';
import { deliver } from '../deliver.ts';
import type { Group } from '../groups/groups.ts';
import { nameOn, type Person } from './people.ts';
import type { ReceiptType } from '../rules.ts';
import { stanza } from '../wire/stanza.ts';

/** A phone tells what became of messages: of many at once, where they are of one chat. */
export function tell(
	sender: Companion,
	person: Person,
	told: { ids: readonly string[]; type: ReceiptType; chat: string; group: Group | null },
): void {
	const [id, ...more] = told.ids;
	if (id === undefined) return;
	const items = more.map((one) => stanza('item', { id: one }));
	const attrs = {
		from: told.chat,
		participant: told.group === null ? undefined : nameOn(person, told.group.addressing),
		id,
		type: told.type === 'delivered' ? undefined : told.type,
		t: timestamp(),
	};
	deliver(sender, stanza('receipt', attrs, items.length === 0 ? undefined : [stanza('list', {}, items)]));
}
