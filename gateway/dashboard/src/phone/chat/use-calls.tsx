import { useState } from 'preact/hooks';
import type { ManualPhone, PhoneChat } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Button } from '../../components/forms/button.tsx';
import { callInstance } from '../api.ts';

type Outcome = 'rejected' | 'rings' | null;

interface Properties {
	phone: ManualPhone;
	chat: PhoneChat;
}

/** Calls the instance of a chat, with or without video; returns the buttons, and the line with the result. */
export function useCalls({ phone, chat }: Properties) {
	const [outcome, setOutcome] = useState<Outcome>(null);
	const calling = useAction(async (video: boolean) => {
		setOutcome(null);
		const { rejected } = await callInstance(phone.number, chat.instanceId, video);
		setOutcome(rejected ? 'rejected' : 'rings');
	});
	const canCall = phone.online && chat.connected && !chat.blocked;
	const button = (icon: 'call' | 'video', label: string) => (
		<Button
			kind="quiet"
			icon={icon}
			label={label}
			busy={calling.busy}
			disabled={!canCall}
			onClick={() => void calling.run(icon === 'video')}
		/>
	);
	return {
		buttons: (
			<>
				{button('call', 'Call')}
				{button('video', 'Call with video')}
			</>
		),
		outcome: (
			<>
				<p class="device-call" role="status">
					{outcome === 'rejected' && 'The instance rejected the call.'}
					{outcome === 'rings' && 'The instance was called. It answers no calls.'}
				</p>
				{calling.error !== undefined && <ErrorAlert error={calling.error} />}
			</>
		),
	};
}
