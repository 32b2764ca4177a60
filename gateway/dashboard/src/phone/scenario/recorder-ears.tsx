import { useRef } from 'preact/hooks';
import { listPhoneChats, listPhoneMessages, type ManualPhone, type PhoneMessage } from '../api.ts';
import { phones } from '../phones.ts';
import { useChannel } from '../../live/use-channel.ts';
import type { PhoneNews } from '../use-phone-news.ts';
import { DEFAULT_WITHIN } from '../../../../../scenarios/src/parse-scenario.ts';
import { isRecording, record } from './recorder.ts';

/** Notes, while a conversation is recorded, what the phones receive. */
export function RecorderEars() {
	if (!isRecording.value) return null;
	return (
		<>
			{(phones.value ?? []).map((phone) => (
				<Ears key={phone.number} phone={phone} />
			))}
		</>
	);
}

function Ears({ phone }: { phone: ManualPhone }) {
	const noted = useRef(new Set<string>());
	const before = useRef(Date.now());
	const turn = useRef(Promise.resolve());

	async function look(instanceId: string, groupId: string | null): Promise<void> {
		const { data } = await listPhoneMessages(phone.number, { instanceId, groupId }, null);
		const chats = groupId === null ? [] : await listPhoneChats(phone.number);
		const group = chats.find((chat) => chat.groupId === groupId)?.name ?? null;
		for (const message of data.toReversed()) {
			if (!isNew(message) || noted.current.has(message.messageId)) continue;
			noted.current.add(message.messageId);
			record(instanceId, (name) => ({
				step: 'receive',
				phone: name(phone),
				group,
				...wanted(message),
				within: DEFAULT_WITHIN,
			}));
		}
	}

	function isNew({ from, timestamp }: PhoneMessage): boolean {
		const isHeld = (phones.value ?? []).some(({ number }) => number === from);
		return !isHeld && Date.parse(timestamp) >= before.current;
	}

	useChannel(`phone:${phone.number}`, {
		onMessage({ type, data }) {
			const news = data as PhoneNews;
			if (type !== 'phone' || news.kind !== 'message') return;
			const groupId = news.chatId.endsWith('@g.us') ? news.chatId : null;
			// One look after the other, so that the steps are in the order of the messages.
			turn.current = turn.current.then(() => look(news.instanceId, groupId)).catch(() => undefined);
		},
	});
	return null;
}

function wanted({ type, content }: PhoneMessage) {
	const nothing = { contains: null, matches: null };
	return type === 'text' ? { ...nothing, text: content, type: null } : { ...nothing, text: null, type };
}
