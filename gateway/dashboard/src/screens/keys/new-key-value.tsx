import { Button } from '../../components/forms/button.tsx';
import { Dialog } from '../../components/layout/dialog.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { ShownValue } from '../../components/display/shown-value.tsx';

/** The value of a new key, which is shown only once. */
export function NewKeyValue({ value, onClose }: { value: string; onClose: () => void }) {
	return (
		<Dialog title="Your new key" wide keepsOpen onClose={onClose}>
			<div class="stack-small">
				<Notice tone="caution" live>
					Copy it now. The gateway does not store it, and cannot show it again.
				</Notice>
				<ShownValue value={value} what="the key" />
				<p class="soft">
					In n8n, enter it as the API key of the Messaging Gateway credentials. Anybody who has it can use it,
					so keep it out of pages and repositories.
				</p>
				<p>
					<Button kind="main" onClick={onClose}>
						I have copied it
					</Button>
				</p>
			</div>
		</Dialog>
	);
}
