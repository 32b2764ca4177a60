import { useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import { answerPasskey, disconnectInstance } from '../../api/instances.ts';
import type { InstanceStatusRecord } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { CodeBlock } from '../../components/display/code-block.tsx';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Button } from '../../components/forms/button.tsx';
import { Form } from '../../components/forms/form.tsx';
import { TextArea } from '../../components/forms/text-area.tsx';
import { Panel } from '../../components/layout/panel.tsx';

interface Properties {
	instanceId: string;
	request: NonNullable<InstanceStatusRecord['passkeyRequest']>;
	onChanged: () => void;
}

/**
 * The network asks for a passkey before it links the device. A browser answers such a request on the network's own site
 * only, so that the person carries the request there and the answer back.
 */
export function PasskeyRequest({ instanceId, request, onChanged }: Properties) {
	const [answer, setAnswer] = useState('');
	const { run, busy, error } = useAction(async () => {
		await answerPasskey(instanceId, answerIn(answer));
		onChanged();
	});
	const stopping = useAction(async () => {
		await disconnectInstance(instanceId);
		onChanged();
	});
	const site = typeof request.options.rpId === 'string' ? request.options.rpId : 'the network’s own site';
	return (
		<Panel
			title="The network asks for your passkey"
			actions={
				<Button busy={stopping.busy} onClick={() => void stopping.run()}>
					Stop connecting
				</Button>
			}
		>
			{stopping.error !== undefined && <ErrorAlert error={stopping.error} />}
			<Notice tone="caution" live>
				This account is protected by a passkey. A browser uses it on {site} only: run the first text there,
				and paste what it shows here. The network waits until <Timestamp at={request.expiresAt} />.
			</Notice>
			<h3>1. Run this on {site}</h3>
			<p>
				Open {site} in another tab, open the console of the browser’s developer tools (F12), paste the text
				and press Enter. Confirm with your passkey.
			</p>
			<CodeBlock text={scriptFor(request.options)} label="The text to run in the console" />
			<h3>2. Paste the answer</h3>
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<Button kind="main" type="submit" busy={busy}>
						Send the answer
					</Button>
				}
			>
				<TextArea
					label="The answer that the console showed"
					maxLength={20_000}
					value={answer}
					onChange={setAnswer}
				/>
			</Form>
		</Panel>
	);
}

/** Returns the JSON object that was pasted. Throws invalid_passkey. */
function answerIn(text: string): Record<string, unknown> {
	try {
		const answer: unknown = JSON.parse(text);
		if (typeof answer === 'object' && answer !== null) return answer as Record<string, unknown>;
	} catch {
		// The error below says what to do.
	}
	throw new ApiError(
		0,
		'invalid_passkey',
		'This is not the answer. Copy the whole line that the console showed, from { to }, and paste it.',
	);
}

/** A script that answers the request with the browser's own functions (WebAuthn Level 3). */
function scriptFor(options: Record<string, unknown>): string {
	const json = JSON.stringify(options);
	return `navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(${json}) }).then((answer) => console.log(JSON.stringify(answer.toJSON())))`;
}
