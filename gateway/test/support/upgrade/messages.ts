import { runSql } from '../database.ts';
import { ON_POSTGRES } from '../database.ts';

const INSTANCE = 'inst_01jd0000000000000000000000';

/** Stores so many messages in the database of a data folder, which no gateway uses. */
export async function storeMessages(folder: string, count: number): Promise<void> {
	const at = Date.UTC(2026, 10, 22);
	await runSql(
		folder,
		`insert into instances (id, name, status, auto_read, auto_typing, webhook_events, created_at,
			last_seen_at)
			values ('${INSTANCE}', 'Shop', 'disconnected', 0, 0, '[]', ${at}, ${at})`,
	);
	const numbers = ON_POSTGRES
		? `generate_series(1, ${count}) as numbers (n)`
		: `(with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
			select n from numbers)`;
	const padded = ON_POSTGRES ? `lpad(n::text, 10, '0')` : `printf('%010d', n)`;
	await runSql(
		folder,
		`insert into messages (id, instance_id, chat_id, direction, type, content, status, created_at)
			select 'msg_01jd000000000000' || ${padded}, '${INSTANCE}', '4915112345678@s.whatsapp.net', 'inbound', 'text',
				'Hello', 'delivered', ${at} from ${numbers}`,
	);
}
