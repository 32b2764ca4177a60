import { ON_POSTGRES } from '../../support/database.ts';

/** A statement that may read a large part of a table, with the reason. */
export interface AllowedScan {
	statement: RegExp;
	reason: string;
	engine?: 'sqlite' | 'postgres';
}

const ALL: readonly AllowedScan[] = [
	{
		statement: /^select count\(\*\) as "total" from "contacts" where "instance_id" = /,
		reason:
			'A page of contacts returns their total: one instance is read from an index, as long as an address book.',
	},
	{
		statement: /^with "matching" as materialized \(select "id", "sort_name" from "contacts"/,
		reason: 'A search compares the contacts of one instance, in an index that has all it compares.',
	},
	{
		statement: /^select "(chats|contacts)"\."instance_id", "instances"\."name" as "instance_name"/,
		reason:
			'The search of the page compares chats and contacts row by row: an index of all parts of names is 25 times as large.',
	},
	{
		statement: /^select \* from "message_index_changes" order by "number" limit/,
		reason: 'It reads the first rows in the order of the primary key, which SQLite calls a scan.',
		engine: 'sqlite',
	},
	{
		statement: /^delete from "instances" where "id" = /,
		reason: 'It deletes what is left of the instance, whose messages were deleted in batches before.',
		engine: 'sqlite',
	},
	{
		statement: /^delete from "webhooks" where "id" = .* and "role" = /,
		reason: 'It looks for deliveries of the webhook, all of which were deleted in batches before.',
		engine: 'sqlite',
	},
	{
		statement: /^select instance_id, direction, origin, status, error_code,\s+count/,
		reason: 'The ledger reads slices of 2,000 messages, which PostgreSQL takes for a hundredth of the table.',
		engine: 'postgres',
	},
	{
		statement: /^select count\(\*\) as "total" from "chats" where [^]*"?search_name"? like /,
		reason:
			'A search compares the chats of one instance row by row: an index of all parts of names is 25 times as large.',
	},
];

/** The exceptions of the engine under test. */
export const ALLOWED_SCANS = ALL.filter(
	({ engine }) => engine === undefined || (engine === 'postgres') === ON_POSTGRES,
);
