import type { ComponentChildren } from 'preact';
import { disconnectInstance } from '../../api/instances.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Button } from '../../components/forms/button.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { Countdown } from './countdown.tsx';

interface Properties {
	instanceId: string;
	title: string;
	/** The code that the phone needs. */
	code: ComponentChildren;
	expiresAt: string | null;
	/** The step on the phone, in its list of linked devices. */
	lastStep: ComponentChildren;
	/** The phone's action on the code after which the page continues, as the end of a sentence. */
	done: string;
	/** The button that replaces a real phone on the simulated network. */
	children: ComponentChildren;
}

/** The current code to link a device with its remaining lifetime and instructions for the phone. */
export function LinkingPanel({ instanceId, title, code, expiresAt, lastStep, done, children }: Properties) {
	const stopping = useAction(() => disconnectInstance(instanceId));
	return (
		<Panel
			title={title}
			actions={
				<Button busy={stopping.busy} onClick={() => void stopping.run()}>
					Stop connecting
				</Button>
			}
		>
			{stopping.error !== undefined && <ErrorAlert error={stopping.error} />}
			<div class="qr">
				<figure>
					{code}
					{expiresAt !== null && (
						<figcaption>
							<Countdown until={expiresAt} />
						</figcaption>
					)}
				</figure>
				<div class="qr-steps">
					<h3>On the phone</h3>
					<ol>
						<li>
							<span>Open the messaging app.</span>
						</li>
						<li>
							<span>
								Tap <strong>Settings</strong> (on Android the three dots), then{' '}
								<strong>Linked devices</strong>.
							</span>
						</li>
						<li>
							<span>{lastStep}</span>
						</li>
					</ol>
					<p class="soft">This page continues automatically as soon as the phone has {done} it.</p>
					{children}
				</div>
			</div>
		</Panel>
	);
}
