import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../chaos/random.ts';
import { arrived, webhook, written } from '../../gateway/test/cloud-api-server/payloads.ts';
import { NUMBER } from '../../gateway/test/cloud-api-server/world.ts';
import { at } from '../../gateway/test/support/json.ts';
import { caseRandom } from '../case-random.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import { connectOfficial, createInstance } from '../instances.ts';
import type { CaseNumbers } from '../case-numbers.ts';
import { postWebhook } from '../webhooks/post-webhook.ts';
import { answerCase, type Step } from './answer-case.ts';
import { startFaultyReceiver, type FaultyReceiver } from './faulty-receiver.ts';

/** The requests that get a faulty response, by frequency. */
const REQUEST_KINDS = [
	'receiver',
	'receiver',
	'receiver',
	'file',
	'file',
	'download',
	'connect',
	'message',
] as const;
type RequestKind = (typeof REQUEST_KINDS)[number];

/** Concurrent faulty responses. */
const CONCURRENCY = 16;
/** Milliseconds to wait for the request of the gateway. */
const REQUEST_TIMEOUT = 10_000;

/** An instance with its own number and webhook, which requests the faulty responses. */
interface AttackedInstance {
	instanceId: string;
	phoneNumberId: string;
	webhookId: string;
	path: string;
}

/** Bodies of the correct responses. */
const CORRECT: Readonly<Record<RequestKind, unknown>> = {
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
export async function runAnswers(context: FuzzContext, numbers: CaseNumbers): Promise<void> {
	const receiver = await startFaultyReceiver();
	try {
		const instances: AttackedInstance[] = [];
		for (let index = 0; index < CONCURRENCY; index += 1)
			instances.push(await createAttackedInstance(context, receiver, index));
		await Promise.all(instances.map((instance) => worker(context, receiver, numbers, instance)));
	} finally {
		receiver.close();
	}
}

async function createAttackedInstance(
	{ target }: FuzzContext,
	receiver: FaultyReceiver,
	index: number,
): Promise<AttackedInstance> {
	const path = `/hook/${index}`;
	const phoneNumberId = `9000000000${String(index).padStart(5, '0')}`;
	const instanceId = await createInstance(target, `Attacked ${index}`);
	await connectOfficial(target, instanceId, phoneNumberId);
	const made = await target.call('POST', '/v1/webhooks', {
		url: receiver.url + path,
		events: ['instance.qr_updated'],
	});
	return { instanceId, phoneNumberId, webhookId: String(at(made?.body, 'data.id')), path };
}

async function worker(
	context: FuzzContext,
	receiver: FaultyReceiver,
	numbers: CaseNumbers,
	instance: AttackedInstance,
): Promise<void> {
	const { seed, journal, isOver } = context;
	for (let number = numbers.next(); number !== null; number = numbers.next()) {
		const random = caseRandom(seed, 'answers', number);
		const kind = random.pick(REQUEST_KINDS);
		const { what, steps } = answerCase(random, CORRECT[kind]);
		const requested = Promise.withResolvers<undefined>();
		const nextSteps = (): readonly Step[] => {
			requested.resolve(undefined);
			return steps;
		};
		const cause = causeRequest(context, { receiver, instance, kind, number, random, nextSteps });
		journal.record('answers', number, what, `as ${kind}`);
		await Promise.race([
			Promise.all([cause, requested.promise]),
			sleep(REQUEST_TIMEOUT, null, { ref: false }),
		]);
		if (isOver()) return;
	}
}

interface Fault {
	receiver: FaultyReceiver;
	instance: AttackedInstance;
	kind: RequestKind;
	number: number;
	random: Random;
	nextSteps: () => readonly Step[];
}

/** Makes the gateway send a request that gets a faulty response. */
async function causeRequest(
	context: FuzzContext,
	{ receiver, instance, kind, number, random, nextSteps }: Fault,
): Promise<void> {
	const { target, faultyMeta } = context;
	const { instanceId, phoneNumberId, webhookId, path } = instance;
	const once = (): (() => readonly Step[] | null) => {
		let left = 1;
		return () => (left-- > 0 ? nextSteps() : null);
	};
	switch (kind) {
		case 'receiver':
			receiver.setFault(path, nextSteps);
			await target.call('POST', `/v1/webhooks/${webhookId}/test`);
			return;
		case 'file':
		case 'download': {
			const id = `7${String(number).padStart(9, '0')}`;
			const url = `${faultyMeta.graphUrl}/files/${id}`;
			// The first response is correct and has the URL of the file; the download gets the faulty one.
			let isCorrect = kind === 'download';
			faultyMeta.setFault(id, () => {
				if (!isCorrect) return nextSteps();
				isCorrect = false;
				return fileUrlResponse(id, url);
			});
			const message = written(`wamid.lie${number}`, 'image', { id, mime_type: 'image/jpeg', sha256: 'x' });
			const body = JSON.stringify(webhook(arrived([message]))).replaceAll(NUMBER, phoneNumberId);
			await postWebhook(target.url, instanceId, Buffer.from(body));
			return;
		}
		case 'connect':
			faultyMeta.setFault(phoneNumberId, once());
			await connectOfficial(target, instanceId, phoneNumberId);
			return;
		case 'message': {
			// An earlier faulty response may have ended the connection.
			await connectOfficial(target, instanceId, phoneNumberId);
			faultyMeta.setFault(phoneNumberId, once());
			const to = `4917${random.integer(100_000_000, 999_999_999)}7`;
			await target.call('POST', '/v1/messages/send', {
				instanceId,
				to,
				message: `To be lied about ${number}`,
			});
		}
	}
}

/** Returns Meta's response with the URL of a file. */
function fileUrlResponse(id: string, url: string): readonly Step[] {
	const found = JSON.stringify({ url, mime_type: 'image/jpeg', sha256: 'x', file_size: '10', id });
	const head = `HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: ${found.length}\r\n\r\n`;
	return [{ write: Buffer.from(head + found) }, 'end'];
}
