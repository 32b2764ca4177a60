import { afterEach, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createBaseline, describeSchema } from '../support/storage/baseline.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { ON_POSTGRES, runSql } from '../support/database.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { openBrowser, PASSWORD } from '../support/owner.ts';
import { systemEntropy } from '../../src/runtime/system.ts';
import { createPasswords } from '../../src/access/users/password.ts';

const ADA = '4915112345678';
const CHAT = `${ADA}@s.whatsapp.net`;
const INSTANCE = 'inst_01jd0000000000000000000000';
const [RECEIVED, SENT] = ['msg_01jd0000000000000000000001', 'msg_01jd0000000000000000000002'];
const AT = Date.UTC(2026, 10, 22);

/** A connected instance with a chat of two messages, in the schema of the first release. */
const ROWS = [
	`insert into instances (id, name, status, method, phone, auto_read, auto_typing, webhook_events, created_at,
		connected_at, last_seen_at)
		values ('${INSTANCE}', 'Shop', 'connected', 'qrcode', '4930123456', 0, 0, '[]', ${AT}, ${AT}, ${AT})`,
	`insert into network_sessions (instance_id, key, value)
		values ('${INSTANCE}', 'profile', '{"phone":"4930123456","profileName":"Shop","profilePicUrl":null}')`,
	`insert into chats (instance_id, id, phone, contact_name, search_name, is_group, unread_count, has_unread,
		last_message_id, last_message_at, created_at)
		values ('${INSTANCE}', '${CHAT}', '${ADA}', 'Ada', 'ada', 0, 1, 1, '${SENT}', ${AT}, ${AT})`,
	...[
		{ id: RECEIVED, direction: 'inbound', sender: `'${ADA}'`, recipient: 'null', status: 'delivered' },
		{ id: SENT, direction: 'outbound', sender: 'null', recipient: `'${ADA}'`, status: 'sent' },
	].map(
		({ id, direction, sender, recipient, status }) =>
			`insert into messages (id, instance_id, chat_id, direction, type, content, sender, recipient, status, created_at)
				values ('${id}', '${INSTANCE}', '${CHAT}', '${direction}', 'text', 'Hello', ${sender}, ${recipient},
					'${status}', ${AT})`,
	),
];

describe('the migrator', () => {
	let gateway: TestGateway | undefined;

	afterEach(async () => {
		await gateway?.close();
	});

	it('keeps the schema of the first release unchanged', async () => {
		const { folder, remove } = await temporaryFolder();
		await createBaseline(folder);
		const file = ON_POSTGRES ? 'baseline.postgres.txt' : 'baseline.sqlite.txt';
		const released = await readFile(path.join(import.meta.dirname, file), 'utf8');
		const schema = await describeSchema(folder);
		await remove();
		expect(schema.join('\n')).toBe(released.trimEnd());
	});

	it('migrates the data of the first release', async () => {
		gateway = await startTestGateway({
			async prepare(folder) {
				await createBaseline(folder);
				for (const row of ROWS) await runSql(folder, row);
			},
		});
		const history = await gateway.get(`/v1/messages?instanceId=${INSTANCE}`);
		expect(history.at('data')).toMatchObject([
			{ messageId: SENT, to: ADA, status: 'sent' },
			{ messageId: RECEIVED, from: ADA, status: 'delivered' },
		]);
		const chats = await gateway.get(`/v1/messages/chats?instanceId=${INSTANCE}`);
		expect(chats.at('data')).toMatchObject([{ chatId: CHAT, contactName: 'Ada', unreadCount: 1 }]);
		expect(chats.at('pagination.total')).toBe(1);
	});

	it('keeps the owner of the first release with the same password, as the first person', async () => {
		const hash = await createPasswords(systemEntropy).hash(PASSWORD);
		gateway = await startTestGateway({
			async prepare(folder) {
				await createBaseline(folder);
				await runSql(
					folder,
					`insert into owner (name, password_hash, changed_at) values ('owner', '${hash}', ${AT})`,
				);
				await runSql(
					folder,
					`insert into audit_log (id, at, actor, action, target)
						values ('aud_01jd0000000000000000000000', ${AT}, 'owner', 'key.created', 'key_1')`,
				);
			},
		});
		expect(gateway.setupToken).toBeNull();
		const owner = openBrowser(gateway);
		expect((await owner.signIn()).at('data.user')).toMatchObject({ name: 'owner', role: 'owner' });
		const [newest, first] = (await owner.get('/admin/v1/audit')).at('data') as { actor: string }[];
		expect(first).toMatchObject({ actor: newest?.actor, actorName: 'owner', action: 'key.created' });
	});
});
