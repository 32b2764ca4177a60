import { setTimeout as elapsed } from 'node:timers/promises';
import type { Random } from '../../chaos/random.ts';
import { arrived, webhook, written } from '../../gateway/test/cloud-api-server/payloads.ts';
import { NUMBER } from '../../gateway/test/cloud-api-server/world.ts';
import { at } from '../../gateway/test/support/json.ts';
import { caseRandom } from '../case-random.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import { connectOfficial, createInstance } from '../instances.ts';
import type { Numbers } from '../case-numbers.ts';
import { postWebhook } from '../webhooks/hook.ts';
import { answerCase, type Step } from './answer-case.ts';
import { startFaultyReceiver, type FaultyReceiver } from './faulty-receiver.ts';

/** What a lie is an answer to, and how often. */
const WAYS = ['receiver', 'receiver', 'receiver', 'file', 'file', 'download', 'connect', 'message'] as const;
type Way = (typeof WAYS)[number];

/** Lies under way at the same time. */
const AT_ONCE = 16;
/** Milliseconds until somebody has to have asked for the lie. */
const PATIENCE = 10_000;

/** An instance with its own number and webhook, which requests the faulty responses. */
interface Asker {
	instanceId: string;
	phoneNumberId: string;
	webhookId: string;
	path: string;
}

const HONEST: Readonly<Record<Way, unknown>> = {
	receiver: { success: true },
	file: { url: 'http://127.0.0.1:1/x', mime_type: 'image/jpeg', sha256: 'x', file_size: '10', id: '1' },
	download: 'bytes',
	connect: {
		id: '1',
		display_phone_number: '+1 555',
		verified_name: 'Shop',
		code_verification_status: 'VERIFIED',
	},
	message: {
		messaging_product: 'whatsapp',
		contacts: [{ input: '1', wa_id: '1' }],
		messages: [{ id: 'wamid.1' }],
	},
};

/** Sends faulty responses to the gateway, as Meta and as receivers of its webhooks. */
export async function runAnswers(field: FuzzContext, numbers: Numbers): Promise<void> {
	const receiver = await startFaultyReceiver();
	try {
		const askers: Asker[] = [];
		for (let index = 0; index < AT_ONCE; index += 1) askers.push(await createAsker(field, receiver, index));
		await Promise.all(askers.map((asker) => worker(field, receiver, numbers, asker)));
	} finally {
		receiver.close();
	}
}

async function createAsker({ target }: FuzzContext, receiver: FaultyReceiver, index: number): Promise<Asker> {
	const path = `/hook/${index}`;
	const phoneNumberId = `9000000000${String(index).padStart(5, '0')}`;
	const instanceId = await createInstance(target, `Lied to ${index}`);
	await connectOfficial(target, instanceId, phoneNumberId);
	const made = await target.call('POST', '/v1/webhooks', {
		url: receiver.url + path,
		events: ['instance.qr_updated'],
	});
	return { instanceId, phoneNumberId, webhookId: String(at(made?.body, 'data.id')), path };
}

async function worker(
	field: FuzzContext,
	receiver: FaultyReceiver,
	numbers: Numbers,
	asker: Asker,
): Promise<void> {
	const { seed, journal, isOver } = field;
	for (let number = numbers.next(); number !== null; number = numbers.next()) {
		const random = caseRandom(seed, 'answers', number);
		const way = random.pick(WAYS);
		const { what, steps } = answerCase(random, HONEST[way]);
		const taken = Promise.withResolvers<undefined>();
		const take = (): readonly Step[] => {
			taken.resolve(undefined);
			return steps;
		};
		const asked = ask(field, { receiver, asker, way, number, random, take });
		journal.note('answers', number, what, `as ${way}`);
		await Promise.race([Promise.all([asked, taken.promise]), elapsed(PATIENCE, null, { ref: false })]);
		if (isOver()) return;
	}
}

interface Lie {
	receiver: FaultyReceiver;
	asker: Asker;
	way: Way;
	number: number;
	random: Random;
	take: () => readonly Step[];
}

/** Makes the gateway send a request that gets a faulty response. */
async function ask(field: FuzzContext, { receiver, asker, way, number, random, take }: Lie): Promise<void> {
	const { target, front } = field;
	const { instanceId, phoneNumberId, webhookId, path } = asker;
	const once = (): (() => readonly Step[] | null) => {
		let left = 1;
		return () => (left-- > 0 ? take() : null);
	};
	switch (way) {
		case 'receiver':
			receiver.tell(path, take);
			await target.call('POST', `/v1/webhooks/${webhookId}/test`);
			return;
		case 'file':
		case 'download': {
			const id = `7${String(number).padStart(9, '0')}`;
			const url = `${front.graphUrl}/files/${id}`;
			// Meta says where the file lies, before it lies about the file.
			let honest = way === 'download';
			front.lie(id, () => {
				if (!honest) return take();
				honest = false;
				return where(id, url);
			});
			const message = written(`wamid.lie${number}`, 'image', { id, mime_type: 'image/jpeg', sha256: 'x' });
			const body = JSON.stringify(webhook(arrived([message]))).replaceAll(NUMBER, phoneNumberId);
			await postWebhook(target.url, instanceId, Buffer.from(body));
			return;
		}
		case 'connect':
			front.lie(phoneNumberId, once());
			await connectOfficial(target, instanceId, phoneNumberId);
			return;
		case 'message': {
			// A lie before may have ended the connection.
			await connectOfficial(target, instanceId, phoneNumberId);
			front.lie(phoneNumberId, once());
			const to = `4917${random.integer(100_000_000, 999_999_999)}7`;
			await target.call('POST', '/v1/messages/send', {
				instanceId,
				to,
				message: `To be lied about ${number}`,
			});
		}
	}
}

/** Meta's answer to where a file lies. */
function where(id: string, url: string): readonly Step[] {
	const found = JSON.stringify({ url, mime_type: 'image/jpeg', sha256: 'x', file_size: '10', id });
	const head = `HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: ${found.length}\r\n\r\n`;
	return [{ write: Buffer.from(head + found) }, 'end'];
}
