import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer, Client } from '../support/client.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { runSql } from '../support/database.ts';
import { startGatewayProcess, type GatewayProcess } from '../support/gateway-process.ts';
import { connectedInstance, sendText } from '../support/gateway.ts';
import { at } from '../support/json.ts';
import { setTakeover, writeOnPhone } from '../support/takeover.ts';
import { until } from '../support/until.ts';

const CHATS = Array.from({ length: 20 }, (_, index) => String(4915112340100 + index));
const ROUNDS = 10;
const HOUR = 3_600_000;

/**
 * Numbers what happens in each chat, in the transaction that does it: when a message is accepted and when the owner
 * changes. Both hold the lock of the chat's owner, so the numbers of a chat follow the order of the commits.
 */
const NUMBERED = `
	create sequence happened_number;
	create table happened (number bigint primary key, chat_id text not null, what text not null, content text);
	create function note_message() returns trigger language plpgsql as $$ begin
		insert into happened values (nextval('happened_number'), new.chat_id, 'accepted', new.content);
		return null;
	end $$;
	create function note_owner() returns trigger language plpgsql as $$ begin
		insert into happened values (nextval('happened_number'), new.chat_id,
			case when new.owned_until is null then 'released' else 'taken' end, null);
		return null;
	end $$;
	create trigger note_message after insert on messages for each row
		when (new.direction = 'outbound' and new.status = 'queued') execute function note_message();
	create trigger note_owner after update on chat_owners for each row
		when (old.owned_until is distinct from new.owned_until) execute function note_owner();`;

describe('a cluster of two gateways with chats that people take', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let first: GatewayProcess;
	let second: GatewayProcess;
	let instanceId: string;

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		const settings = { GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0' };
		first = await startGatewayProcess(folder, settings);
		instanceId = await connectedInstance(first);
		second = await startGatewayProcess(folder, settings);
		await setTakeover(first, instanceId, '30m');
	});
	afterEach(async () => {
		await first.end('SIGTERM');
		await second.end('SIGTERM');
		await remove();
	});

	const chatIdOf = (phone: string): string => `${phone}@s.whatsapp.net`;
	const own = (client: Client, to: string, owner: 'bot' | 'person'): Promise<Answer> =>
		client.put(`/v1/chats/${chatIdOf(to)}/owner`, { instanceId, owner });

	it('accepts no message after a person has taken its chat, whichever gateways they came to', async () => {
		const accepted = new Set<string>();
		const refused = new Set<string>();
		const others: unknown[] = [];
		/** Sends a message with a text of its own; returns whether it was accepted. */
		async function send(client: Client, to: string, message: string): Promise<boolean> {
			const answer = await client.post('/v1/messages/send', { instanceId, to, message });
			if (answer.status === 202) accepted.add(message);
			else if (answer.at('error.code') === 'chat_taken') refused.add(message);
			else others.push(answer.body);
			return answer.status === 202;
		}
		const take = (client: Client, to: string, byRequest: boolean): Promise<unknown> =>
			byRequest ? own(client, to, 'person') : writeOnPhone(client, instanceId, to);

		await Promise.all(CHATS.map((to) => sendText(second, instanceId, to, `begin ${to}`)));
		await runSql(folder, NUMBERED);
		for (let round = 0; round < ROUNDS; round += 1) {
			await Promise.all(
				CHATS.map(async (to, index) => {
					const name = `${to} in round ${round}`;
					const [one, other] = (round + index) % 2 === 0 ? [first, second] : [second, first];
					expect(await send(one, to, `before ${name}`)).toBe(true);
					await Promise.all([
						send(one, to, `race 1 of ${name}`),
						send(other, to, `race 2 of ${name}`),
						take(other, to, index % 3 === 0),
						send(one, to, `race 3 of ${name}`),
						send(other, to, `race 4 of ${name}`),
					]);
					expect(await send(one, to, `after ${name}`)).toBe(false);
					expect(await send(other, to, `after, too, ${name}`)).toBe(false);
					await Promise.all([
						send(one, to, `race 5 of ${name}`),
						own(other, to, 'bot'),
						send(other, to, `race 6 of ${name}`),
					]);
				}),
			);
		}
		expect(others).toEqual([]);
		expect(accepted.size).toBeGreaterThanOrEqual(CHATS.length * ROUNDS);
		expect(refused.size).toBeGreaterThanOrEqual(2 * CHATS.length * ROUNDS);

		const owners = new Map<string, string>();
		const wrong: unknown[] = [];
		const stored = new Set<string>();
		for (const { chat_id: chatId, what, content } of await runSql(
			folder,
			'select * from happened order by number',
		)) {
			const chat = String(chatId);
			if (what !== 'accepted') owners.set(chat, String(what));
			else if (owners.get(chat) === 'taken') wrong.push(content);
			if (what === 'accepted') stored.add(String(content));
		}
		expect(wrong).toEqual([]);
		expect([...stored].toSorted()).toEqual([...accepted].toSorted());

		const sentContents = async (): Promise<string[]> => {
			const rows = await runSql(folder, "select body from events where kind = 'message.sent'");
			return rows
				.map(({ body }) => String(at(JSON.parse(String(body)), 'data.content')))
				.filter((content) => !content.startsWith('begin'));
		};
		const sent = await until('all accepted messages to be sent', async () => {
			const contents = await sentContents();
			return contents.length >= accepted.size && contents;
		});
		expect(sent.toSorted()).toEqual([...accepted].toSorted());
		const tellings = await runSql(
			folder,
			"select kind, count(*) as count from events where kind in ('chat.taken', 'chat.released') group by kind order by kind",
		);
		expect(tellings).toEqual([
			{ kind: 'chat.released', count: String(CHATS.length * ROUNDS) },
			{ kind: 'chat.taken', count: String(CHATS.length * ROUNDS) },
		]);
	});

	it('releases each chat once after its silence, and queues the messages that waited for it', async () => {
		await Promise.all(CHATS.map((to) => sendText(first, instanceId, to)));
		const end = new Date(Date.now() + 2 * HOUR).toISOString();
		await Promise.all(
			CHATS.map((to, index) =>
				(index % 2 === 0 ? first : second).put(`/v1/chats/${chatIdOf(to)}/owner`, {
					instanceId,
					owner: 'person',
					until: end,
				}),
			),
		);
		const sendAt = new Date(Date.now() + HOUR).toISOString();
		const waiting = await Promise.all(
			CHATS.map((to, index) =>
				sendText(index % 2 === 0 ? second : first, instanceId, to, 'Later', { sendAt }),
			),
		);
		const count = async (statement: string): Promise<number> =>
			Number((await runSql(folder, statement))[0]?.count);
		await second.post('/simulator/v1/clock', { advance: '2h' });
		await until('all waiting messages to be read', async () => {
			const ids = waiting.map((id) => `'${id}'`).join(', ');
			const read = `select count(*) as count from messages where status = 'read' and id in (${ids})`;
			return (await count(read)) === CHATS.length;
		});
		const early = await runSql(
			folder,
			`select id from messages where send_at is not null and sent_at < ${Date.parse(end)}`,
		);
		expect(early).toEqual([]);
		expect(await count("select count(*) as count from events where kind = 'chat.released'")).toBe(
			CHATS.length,
		);
	});
});
