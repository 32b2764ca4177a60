import { describe, expect, it } from '@jest/globals';
import { until } from '../../../support/until.ts';
import { actionOf, type ContractContext, type TestInstance } from '../contract-context.ts';
import type { PhoneMessage } from '../network-under-test.ts';

const OWN_EVENTS = [
	'message.received',
	'message.sent',
	'message.reaction',
	'message.edited',
	'message.deleted',
	'message.echo',
	'poll.voted',
	'contact.updated',
];

/** Reactions, edits, deletions, votes, in both directions, and what the owner writes on the phone. */
export function changes(context: ContractContext): void {
	const { capabilities, supports } = context.network;
	const connected = () => context.connected({ webhookEvents: OWN_EVENTS });
	/** Sends a text and resolves when the phone has it. */
	async function delivered(
		instance: TestInstance,
		text: string,
		to = context.world.person(),
	): Promise<{ messageId: string; seen: PhoneMessage }> {
		const messageId = await instance.send(to, text);
		await instance.event('message.sent', messageId);
		return { messageId, seen: await instance.end.received(to, text) };
	}
	/** Receives a text; returns its id. */
	async function received(instance: TestInstance, from: string, text: string): Promise<string> {
		await instance.end.write({ from, text });
		return String((await instance.event('message.received')).at('data.messageId'));
	}
	const detail = async (messageId: string) =>
		(await context.gateway.get(`/v1/messages/${messageId}`)).at('data') as Record<string, unknown>;
	const codeOf = async (answer: ReturnType<ContractContext['gateway']['put']>) => {
		const { status, ...rest } = await answer;
		return [status, rest.at('error.code')];
	};

	describe('changes by the other side', () => {
		if (capabilities.has('received_reactions')) {
			it('publish a reaction, and that it was taken back', async () => {
				const instance = await connected();
				const { messageId, seen } = await delivered(instance, 'React to this');
				await actionOf(instance, 'react')(seen, '👍');
				const reaction = await instance.event('message.reaction', messageId);
				expect(reaction.at('data')).toMatchObject({ emoji: '👍', from: seen.phone, isFromMe: false });
				expect(await detail(messageId)).toMatchObject({ reactions: [{ emoji: '👍', isFromMe: false }] });
				await actionOf(instance, 'react')(seen, null);
				await until('the reaction to be taken back', () =>
					instance.events('message.reaction').find((one) => one.at('data.emoji') === null),
				);
				expect((await detail(messageId)).reactions ?? []).toEqual([]);
			});
		}
		if (capabilities.has('received_edits')) {
			it('publish an edit and keep the earlier text', async () => {
				const instance = await connected();
				const from = context.world.person();
				const messageId = await received(instance, from, 'At six');
				await actionOf(instance, 'editLast')(from, 'At seven');
				const edited = await instance.event('message.edited', messageId);
				expect(edited.at('data')).toMatchObject({ content: 'At seven', from, isFromMe: false });
				expect(await detail(messageId)).toMatchObject({
					content: 'At seven',
					editedAt: expect.any(String),
					edits: [{ content: 'At six' }],
				});
				expect(instance.events('message.received')).toHaveLength(1);
			});
		}
		if (capabilities.has('received_deletions')) {
			it('publish a deletion and remove the content', async () => {
				const instance = await connected();
				const from = context.world.person();
				const messageId = await received(instance, from, 'A mistake');
				await actionOf(instance, 'deleteLast')(from);
				const deleted = await instance.event('message.deleted', messageId);
				expect(deleted.at('data')).toMatchObject({ from, isFromMe: false });
				const message = await detail(messageId);
				expect(message).toMatchObject({ deletedAt: expect.any(String) });
				expect(JSON.stringify(message)).not.toContain('A mistake');
			});
		}
		if (capabilities.has('received_votes')) {
			it('publish votes with their counts', async () => {
				const instance = await connected();
				const to = context.world.person();
				const poll = { question: 'Lunch?', options: ['Pizza', 'Pasta'], selectable: 1 };
				const body = { instanceId: instance.id, to, poll };
				const messageId = (await context.gateway.post('/v1/messages/send', body)).text('messageId');
				await instance.event('message.sent', messageId);
				const seen = await actionOf(instance, 'receivedKind')(to, 'poll');
				await actionOf(instance, 'vote')(seen, ['Pasta']);
				const voted = await instance.event('poll.voted', messageId);
				expect(voted.at('data')).toMatchObject({
					options: ['Pasta'],
					from: to,
					counts: [
						{ option: 'Pizza', votes: 0 },
						{ option: 'Pasta', votes: 1 },
					],
				});
			});
		}
		if (capabilities.has('echoes')) {
			it('publish what the owner writes on the phone, once, and not what the gateway sends', async () => {
				const instance = await connected();
				const to = context.world.person();
				await actionOf(instance, 'writeOnPhone')(to, 'From my phone');
				const echo = await instance.event('message.echo');
				expect(echo.at('data')).toMatchObject({
					content: 'From my phone',
					to,
					isFromMe: true,
					source: 'phone',
				});
				await delivered(instance, 'From the gateway', to);
				expect(instance.events('message.echo')).toHaveLength(1);
				const history = await context.gateway.get(`/v1/messages?instanceId=${instance.id}`);
				expect(history.at('data')).toMatchObject([
					{ content: 'From the gateway', direction: 'outbound' },
					{ content: 'From my phone', direction: 'outbound' },
				]);
			});
		}
		if (supports?.has('revealed_numbers') === true) {
			it('join the chats of a person whose phone number the network reveals', async () => {
				const instance = await connected();
				const id = context.world.withoutNumber?.() ?? '';
				const phone = context.world.person();
				await instance.end.write({ from: id, text: 'Before' });
				await instance.event('message.received');
				await actionOf(instance, 'reveal')(id, phone);
				const updated = await instance.event('contact.updated');
				expect(updated.at('data')).toMatchObject({ phone, changed: ['ids'], earlierIds: [id] });
				const chats = await context.gateway.get(`/v1/messages/chats?instanceId=${instance.id}`);
				expect(chats.at('data')).toMatchObject([{ chatId: `${phone}@s.whatsapp.net`, phone }]);
				const messageId = await instance.send(id, 'An answer to the earlier id');
				const sent = await instance.event('message.sent', messageId);
				expect(sent.at('data')).toMatchObject({ chatId: `${phone}@s.whatsapp.net`, to: phone });
			});
		}
	});

	describe('changes by the instance', () => {
		const path = (messageId: string): string => `/v1/messages/${messageId}`;

		if (capabilities.has('reactions')) {
			it('react to received messages', async () => {
				const instance = await connected();
				const from = context.world.person();
				const messageId = await received(instance, from, 'React to this');
				const answer = await context.gateway.put(`${path(messageId)}/reaction`, { emoji: '🎉' });
				expect(answer.status).toBe(200);
				const reaction = await instance.event('message.reaction', messageId);
				expect(reaction.at('data')).toMatchObject({ emoji: '🎉', isFromMe: true });
				expect(await detail(messageId)).toMatchObject({ reactions: [{ emoji: '🎉', isFromMe: true }] });
				expect((await context.gateway.delete(`${path(messageId)}/reaction`)).status).toBe(200);
				expect((await detail(messageId)).reactions ?? []).toEqual([]);
			});

			it('show the reaction on the phone', async () => {
				const instance = await connected();
				const { messageId, seen } = await delivered(instance, 'Mine');
				await context.gateway.put(`${path(messageId)}/reaction`, { emoji: '🎉' });
				const sees = actionOf(instance, 'sees');
				await until('the reaction', async () => (await sees(seen)).reaction === '🎉');
			});
		}

		it(`${capabilities.has('edits') ? 'edit' : 'cannot edit'} a sent text`, async () => {
			const instance = await connected();
			const { messageId, seen } = await delivered(instance, 'At six');
			const answer = context.gateway.request(path(messageId), {
				method: 'PATCH',
				headers: context.gateway.headers,
				body: JSON.stringify({ message: 'At seven' }),
			});
			if (!capabilities.has('edits')) {
				expect(await codeOf(answer)).toEqual([409, 'official_api_instance']);
				return;
			}
			expect((await answer).status).toBe(200);
			const edited = await instance.event('message.edited', messageId);
			expect(edited.at('data')).toMatchObject({ content: 'At seven', isFromMe: true });
			const sees = actionOf(instance, 'sees');
			await until('the new text', async () => (await sees(seen)).text === 'At seven');
		});

		it(`${capabilities.has('deletions') ? 'delete' : 'cannot delete'} a sent message for everyone`, async () => {
			const instance = await connected();
			const { messageId, seen } = await delivered(instance, 'A mistake');
			const answer = context.gateway.delete(path(messageId));
			if (!capabilities.has('deletions')) {
				expect(await codeOf(answer)).toEqual([409, 'official_api_instance']);
				return;
			}
			expect((await answer).status).toBe(200);
			const deleted = await instance.event('message.deleted', messageId);
			expect(deleted.at('data.isFromMe')).toBe(true);
			const sees = actionOf(instance, 'sees');
			await until('the deletion', async () => (await sees(seen)).text === null);
		});
	});
}
