import { useRef } from 'preact/hooks';
import { DEFAULT_WITHIN } from '../../../../../scenarios/src/format/step-fields.ts';
import type { ManualPhone, PhoneMessage } from '../../api/types.ts';
import { phoneUpdateIn } from '../../live/live-messages.ts';
import { useSubscription } from '../../live/use-subscription.ts';
import { listPhoneChats, listPhoneMessages } from '../api.ts';
import { phones } from '../phones.ts';
import { isRecording, record } from './recorder.ts';

/** Records the messages that the phones receive while a recording is running. */
export function ReceivedRecorder() {
	if (!isRecording.value) return null;
	return (
		<>
			{(phones.value ?? []).map((phone) => (
				<PhoneRecorder key={phone.number} phone={phone} />
			))}
		</>
	);
}

function PhoneRecorder({ phone }: { phone: ManualPhone }) {
	const recorded = useRef(new Set<string>());
	const startedAt = useRef(Date.now());
	const queue = useRef(Promise.resolve());

	async function recordNew(instanceId: string, groupId: string | null): Promise<void> {
		const { data } = await listPhoneMessages(phone.number, { instanceId, groupId }, null);
		const chats = groupId === null ? [] : await listPhoneChats(phone.number);
		const group = chats.find((chat) => chat.groupId === groupId)?.name ?? null;
		for (const message of data.toReversed()) {
			if (!isNew(message) || recorded.current.has(message.messageId)) continue;
			recorded.current.add(message.messageId);
			record(instanceId, (name) => ({
				step: 'receive',
				phone: name(phone),
				group,
				...expectationOf(message),
				within: DEFAULT_WITHIN,
			}));
		}
	}

	function isNew({ from, timestamp }: PhoneMessage): boolean {
		const isHeld = (phones.value ?? []).some(({ number }) => number === from);
		return !isHeld && Date.parse(timestamp) >= startedAt.current;
	}

	useSubscription([`phone:${phone.number}`], (message) => {
		const update = phoneUpdateIn(message);
		if (update?.kind !== 'message') return;
		const { instanceId, chatId } = update;
		const groupId = chatId.endsWith('@g.us') ? chatId : null;
		// One at a time, so that the steps have the order of the messages.
		queue.current = queue.current.then(() => recordNew(instanceId, groupId)).catch(() => undefined);
	});
	return null;
}

function expectationOf({ type, content }: PhoneMessage) {
	const none = { contains: null, matches: null };
	return type === 'text' ? { ...none, text: content, type: null } : { ...none, text: null, type };
}
