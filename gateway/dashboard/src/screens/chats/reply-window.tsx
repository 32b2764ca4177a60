import { useEffect, useState } from 'preact/hooks';
import type { ChatDetail } from '../../api/types.ts';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Button } from '../../components/forms/button.tsx';
import { TemplateDialog } from '../../components/template/template-dialog.tsx';
import type { Capabilities } from './offers.ts';

/** The time for answers without a template: without an end, until a time, or none now. */
export type ReplyWindow = 'unlimited' | { until: string } | 'closed';

/** The longest delay of a timer of the browser, in milliseconds. */
const LONGEST_DELAY = 2 ** 31 - 1;

/** Returns the reply window of a chat. In a chat without messages nobody has written to an official instance. */
export function replyWindowOf(chat: ChatDetail | null, capabilities: Capabilities): ReplyWindow {
	if (chat === null) return capabilities.has('templates') ? 'closed' : 'unlimited';
	if (chat.replyUntil === undefined) return 'unlimited';
	return chat.replyUntil === null ? 'closed' : { until: chat.replyUntil };
}

interface Properties {
	instanceId: string;
	to: string;
	window: Exclude<ReplyWindow, 'unlimited'>;
	/** Called when the window is over, as far as the browser knows. */
	onEnd: () => void;
	onSent: () => void;
}

/** Says until when the person can be answered freely, and sends templates, which can always be sent. */
export function ReplyWindowLine({ instanceId, to, window: current, onEnd, onSent }: Properties) {
	const [choosing, setChoosing] = useState(false);
	const until = current === 'closed' ? null : current.until;
	useEffect(() => {
		if (until === null) return;
		const left = Date.parse(until) - Date.now();
		if (left <= 0) return;
		const timer = setTimeout(onEnd, Math.min(left + 1000, LONGEST_DELAY));
		return () => {
			clearTimeout(timer);
		};
	}, [until]);
	const choose = (
		<Button
			kind={until === null ? 'main' : 'plain'}
			icon="template"
			onClick={() => {
				setChoosing(true);
			}}
		>
			Send a template
		</Button>
	);
	return (
		<>
			{until === null ? (
				<div class="reply-window-closed">
					<Notice tone="caution">
						This person has not written within the last 24 hours, so the network accepts only approved
						templates. When they write, you can answer freely for 24 hours.
					</Notice>
					{choose}
				</div>
			) : (
				<div class="reply-window">
					<p>
						You can answer freely until <Timestamp at={until} />; after that only with a template.
					</p>
					{choose}
				</div>
			)}
			{choosing && (
				<TemplateDialog
					title="Send a template"
					instanceId={instanceId}
					to={to}
					template={null}
					onSent={() => {
						setChoosing(false);
						onSent();
					}}
					onClose={() => {
						setChoosing(false);
					}}
				/>
			)}
		</>
	);
}
