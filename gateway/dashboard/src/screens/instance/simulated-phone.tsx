import { request } from '../../api/request.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Button } from '../../components/forms/button.tsx';

interface Properties {
	instanceId: string;
	/** The action of the simulated phone on the code. */
	action: { route: 'scan'; label: string } | { route: 'pairing'; label: string; code: string };
}

/** Confirms the code of an instance with a phone of the simulated network. */
export function SimulatedPhone({ instanceId, action }: Properties) {
	const { run, busy, error } = useAction(() =>
		request('POST', `/simulator/v1/instances/${encodeURIComponent(instanceId)}/${action.route}`, {
			body: action.route === 'pairing' ? { code: action.code } : {},
		}),
	);
	return (
		<>
			{error !== undefined && <ErrorAlert error={error} />}
			<p>On the simulated network no real phone is needed.</p>
			<p>
				<Button kind="main" icon="phone" busy={busy} onClick={() => void run()}>
					{action.label}
				</Button>
			</p>
		</>
	);
}
