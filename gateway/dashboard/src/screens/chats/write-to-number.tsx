import { useState } from 'preact/hooks';
import { sendMessage } from '../../api/messages.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { useIdempotencyKey } from '../../api/hooks/use-idempotency-key.ts';
import { Button } from '../../components/forms/button.tsx';
import { Dialog } from '../../components/layout/dialog.tsx';
import { digitsOfNumber } from '../../components/forms/phone-number.ts';
import { Form } from '../../components/forms/form.tsx';
import { TextArea } from '../../components/forms/text-area.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { navigate, hrefTo } from '../../routing/location.ts';

const LONGEST_TEXT = 4096;

/** Sends the first message to a number without a chat. */
export function WriteToNumber({ instanceId, onClose }: { instanceId: string; onClose: () => void }) {
	const [to, setTo] = useState('');
	const [text, setText] = useState('');
	const idempotencyKey = useIdempotencyKey(instanceId, to, text);
	const { run, busy, error } = useAction(async () => {
		const digits = digitsOfNumber(to);
		const { messageId } = await sendMessage({ instanceId, to: digits, message: text }, idempotencyKey);
		navigate(hrefTo('messages', messageId));
	});
	return (
		<Dialog title="Write to a number" onClose={onClose}>
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<>
						<Button kind="main" type="submit" icon="send" busy={busy}>
							Send
						</Button>
						<Button onClick={onClose}>Cancel</Button>
					</>
				}
			>
				<TextField
					label="Phone number"
					type="tel"
					hint="In international format, such as +49 151 1234 5678."
					maxLength={40}
					value={to}
					onChange={setTo}
					first
				/>
				<TextArea label="Message" maxLength={LONGEST_TEXT} value={text} onChange={setText} />
			</Form>
		</Dialog>
	);
}
