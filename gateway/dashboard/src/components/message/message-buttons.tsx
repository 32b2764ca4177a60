import { Button } from '../forms/button.tsx';

interface Properties {
	onReply?: (() => void) | undefined;
	/** Whether the panel with the other actions is open. */
	isOpen: boolean;
	onToggle: () => void;
}

/** The buttons beside a message. */
export function MessageButtons({ onReply, isOpen, onToggle }: Properties) {
	return (
		<>
			{onReply !== undefined && (
				<Button kind="quiet" icon="reply" label="Reply to this message" onClick={onReply} />
			)}
			<Button
				kind="quiet"
				icon="more"
				label="React to this message, or change it"
				expanded={isOpen}
				onClick={onToggle}
			/>
		</>
	);
}
