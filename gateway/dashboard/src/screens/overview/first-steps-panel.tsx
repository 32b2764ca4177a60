import { Icon } from '../../components/display/icon.tsx';
import { Button } from '../../components/forms/button.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { hideFirstSteps, type Step } from './first-steps.ts';
import './first-steps-panel.css';

/** The first steps of a newcomer: each is ticked when it is done, and the next one shows how to do it. */
export function FirstStepsPanel({ steps }: { steps: readonly Step[] }) {
	const done = steps.filter((step) => step.done).length;
	const next = steps.find((step) => !step.done);
	return (
		<Panel title="Welcome" actions={<Button onClick={hideFirstSteps}>Hide the first steps</Button>}>
			<p class="soft" role="status">
				{done} of {steps.length} first steps are done.
			</p>
			<ol class="first-steps">
				{steps.map((step) => (
					<li key={step.title} data-done={step.done} aria-current={step === next ? 'step' : undefined}>
						<span class="first-step-mark">{step.done && <Icon name="check" />}</span>
						<div>
							<h3>
								{step.title}
								{step.done && <span class="visually-hidden"> (done)</span>}
							</h3>
							{!step.done && <p class="soft">{step.how}</p>}
						</div>
						{!step.done && step.href !== null && (
							<a class={step === next ? 'button button-main' : 'button'} href={step.href}>
								{step.action}
							</a>
						)}
					</li>
				))}
			</ol>
		</Panel>
	);
}
