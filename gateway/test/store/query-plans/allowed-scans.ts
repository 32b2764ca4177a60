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
		statement: /^select count\(\*\) as "total" from "chats" where [^]*"?search_name"? like /,
		reason:
			'A search compares the chats of one instance row by row: an index of all parts of names is 25 times as large.',
	},
];

/** The exceptions of the engine under test. */
export const ALLOWED_SCANS = ALL.filter(
	({ engine }) => engine === undefined || (engine === 'postgres') === ON_POSTGRES,
);
