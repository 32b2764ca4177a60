import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { MessageType } from '../../../../src/domain/messages/message.ts';
import type { Capability } from '../../../../src/network/capabilities/capabilities.ts';
import { file } from '../../../support/servers/file-server.ts';
import { sampleNamed, type SampleFile } from '../../../support/sample-files.ts';
import type { ContractContext } from '../contract-context.ts';

interface Kind {
	capability: Capability;
	/** The code of the refusal where the network lacks the capability. */
	refusal: 'official_api_instance' | 'official_api_required';
	type: MessageType;
	body: Record<string, unknown>;
	file?: SampleFile;
	/** The expected content on the phone, besides the text. */
	details?: object;
}

const KINDS: readonly Kind[] = [
	{
		capability: 'locations',
		refusal: 'official_api_instance',
		type: 'location',
		body: { location: { latitude: 48.2104, longitude: 16.3655, name: 'Café Central', address: 'Vienna' } },
		details: { location: { latitude: 48.2104, longitude: 16.3655, name: 'Café Central', address: 'Vienna' } },
	},
	{
		capability: 'contact_cards',
		refusal: 'official_api_instance',
		type: 'contacts',
		body: { contacts: [{ name: 'Ada Lovelace', phones: ['+442079460000'] }] },
		details: { contacts: [{ name: 'Ada Lovelace', phones: ['+442079460000'] }] },
	},
	{
		capability: 'polls',
		refusal: 'official_api_instance',
		type: 'poll',
		body: { poll: { question: 'Lunch?', options: ['Pizza', 'Pasta'], selectable: 1 } },
		details: { poll: { question: 'Lunch?', options: ['Pizza', 'Pasta'], selectable: 1 } },
	},
	{
		capability: 'interactive_messages',
		refusal: 'official_api_required',
		type: 'text',
		body: {
			interactive: {
				type: 'button',
				body: { text: 'Do you come?' },
				action: { buttons: [{ type: 'reply', reply: { id: 'yes', title: 'Yes' } }] },
			},
		},
		details: { interactive: { type: 'button', body: { text: 'Do you come?' } } },
	},
	{
		capability: 'stickers',
		refusal: 'official_api_instance',
		type: 'sticker',
		body: { mediaType: 'sticker' },
		file: sampleNamed('a.webp'),
	},
	{
		capability: 'voice_notes',
		refusal: 'official_api_instance',
		type: 'audio',
		body: { mediaType: 'audio', voice: true },
		file: sampleNamed('a.ogg'),
		details: { voice: true },
	},
];

/** Sent messages of every kind; what the network lacks is refused with what to do instead. */
export function sentKinds(context: ContractContext): void {
	const { capabilities } = context.network;
	const isOfficial = context.network.method === 'official';

	describe('kinds of sent messages', () => {
		it.each(KINDS.filter(({ capability }) => capabilities.has(capability)))(
			'delivers: $capability',
			async ({ type, body, file: sample, details }) => {
				const instance = await context.connected();
				const to = context.world.person();
				if (instance.end.receivedKind === undefined) throw new Error('The other end shows no kinds.');
				const answer = await context.gateway.post('/v1/messages/send', {
					instanceId: instance.id,
					to,
					...body,
					...mediaUrlOf(instance.id, sample),
				});
				expect([answer.status, answer.at('error')]).toEqual([202, undefined]);
				const seen = await instance.end.receivedKind(to, type);
				if (details !== undefined) expect(seen.details).toMatchObject(details);
				if (sample !== undefined) {
					expect(seen.sha256).toBe(createHash('sha256').update(sample.bytes).digest('hex'));
				}
				const sent = await instance.event('message.sent', answer.text('messageId'));
				expect(sent.at('data.type')).toBe(type);
				expect(sent.at('data.content')).toMatch(/\S/);
			},
		);

		it.each(KINDS.filter(({ capability }) => !capabilities.has(capability)))(
			'refuses with what to do instead: $capability',
			async ({ body, file: sample, refusal }) => {
				const instance = await context.connected();
				const to = context.world.person();
				const request = { instanceId: instance.id, to, ...body, ...mediaUrlOf(instance.id, sample) };
				const answer = await context.gateway.post('/v1/messages/send', request);
				expect([answer.status, answer.at('error.code')]).toEqual([409, refusal]);
				expect(answer.text('error.message')).toMatch(/\. .*\.$/);
			},
		);

		if (capabilities.has('mentions')) {
			it('shows whom a text mentions', async () => {
				const instance = await context.connected();
				const [to, mentioned] = [context.world.person(), context.world.person()];
				await instance.send(to, `Ask @${mentioned}`, { mentions: [mentioned] });
				const seen = await instance.end.received(to, `Ask @${mentioned}`);
				expect(seen.details?.mentions).toEqual([`${mentioned}@s.whatsapp.net`]);
			});
		} else {
			it('refuses mentions with what to do instead', async () => {
				const instance = await context.connected();
				const to = context.world.person();
				const request = { instanceId: instance.id, to, message: 'Ask them', mentions: [to] };
				const answer = await context.gateway.post('/v1/messages/send', request);
				expect([answer.status, answer.at('error.code')]).toEqual([
					409,
					isOfficial ? 'official_api_instance' : 'official_api_required',
				]);
			});
		}
	});

	function mediaUrlOf(instanceId: string, sample: SampleFile | undefined): { mediaUrl?: string } {
		if (sample === undefined) return {};
		const { name, bytes, mimeType } = sample;
		return { mediaUrl: context.files.serve(`/${instanceId}/${name}`, file(bytes, mimeType)) };
	}
}
