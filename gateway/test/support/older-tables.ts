import { ON_POSTGRES, runSql } from './database.ts';

/** Puts the tables back as they were before people could be without phone numbers, with what is in them. */
export async function undoPeopleWithoutNumbers(folder: string): Promise<void> {
	const phoneOfChat = "substr(id, 1, position('@' in id) - 1)";
	const statements = [
		'drop index messages_by_network_id',
		'drop index messages_to_tell',
		...['network_chat', 'network_sender', 'sender_id', 'details', 'tell_at'].map(
			(column) => `alter table messages drop column ${column}`,
		),
		`create unique index messages_by_network_id on messages (instance_id, network_id)
			where network_id is not null`,
		'alter table chats drop column phone',
		"alter table chats add column phone text not null default ''",
		`update chats set phone = ${ON_POSTGRES ? phoneOfChat : "substr(id, 1, instr(id, '@') - 1)"}`,
		"delete from kysely_migration where name >= '0013'",
	];
	for (const statement of statements) await runSql(folder, statement);
}
