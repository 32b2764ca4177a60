import type { Companion } from '../companion.ts';
import { timestamp } from '../connection.ts';
import { deliver } from '../deliver.ts';
import type { Group } from '../groups/groups.ts';
import { jidOf, type Person } from './people.ts';
import type { ReceiptType } from '../rules.ts';
import { stanza } from '../wire/stanza.ts';

/** Sends a receipt for several messages of one chat. */
export function sendReceipts(
	sender: Companion,
	person: Person,
	receipt: { ids: readonly string[]; type: ReceiptType; chat: string; group: Group | null },
): void {
	const [id, ...more] = receipt.ids;
	if (id === undefined) return;
	const items = more.map((one) => stanza('item', { id: one }));
	const attrs = {
		from: receipt.chat,
		participant: receipt.group === null ? undefined : jidOf(person, receipt.group.addressing),
		id,
		type: receipt.type === 'delivered' ? undefined : receipt.type,
		t: timestamp(),
	};
	deliver(sender, stanza('receipt', attrs, items.length === 0 ? undefined : [stanza('list', {}, items)]));
}
