import { useEffect, useRef, useState } from 'preact/hooks';
import { Badge, type Tone } from '../../components/badges/badge.tsx';
import { Dialog } from '../../components/layout/dialog.tsx';
import { describeStep } from '../../../../../scenarios/src/format/describe.ts';
import { playScenario, type StepResult } from '../../../../../scenarios/src/run/play-scenario.ts';
import type { Scenario } from '../../../../../scenarios/src/format/scenario.ts';
import { StepFailure } from '../../../../../scenarios/src/run/scenario-run.ts';
import { loadPhones } from '../phones.ts';
import { pageGateway } from './page-gateway.ts';
import './replay.css';

const WORDS: Record<StepResult['outcome'] | 'running' | 'waiting', [Tone, string]> = {
	passed: ['good', 'Passed'],
	failed: ['bad', 'Failed'],
	skipped: ['plain', 'Skipped'],
	running: ['note', 'Running'],
	waiting: ['plain', 'Waits'],
};

/** Plays a scenario and shows the result of each step. */
export function Replay({ scenario, onClose }: { scenario: Scenario; onClose: () => void }) {
	const [results, setResults] = useState<readonly StepResult[]>([]);
	const [problem, setProblem] = useState<string | null>(null);
	const begun = useRef(false);
	useEffect(() => {
		if (begun.current) return;
		begun.current = true;
		playScenario(scenario, PORT, (result) => {
			setResults((before) => [...before, result]);
		})
			.catch((error: unknown) => {
				setProblem(error instanceof Error ? error.message : String(error));
			})
			.finally(() => {
				void loadPhones();
			});
	}, []);
	const failed = problem !== null || results.some(({ outcome }) => outcome === 'failed');
	const isOver = problem !== null || results.length === scenario.steps.length;
	return (
		<Dialog title={scenario.name} onClose={onClose}>
			<p class="replay-end" role="status">
				{isOver ? (failed ? 'Failed' : 'Passed: every step came out as it should.') : 'Playing…'}
			</p>
			{problem !== null && <p role="alert">{problem}</p>}
			<ol class="replay">
				{scenario.steps.map((step, index) => {
					const result = results[index];
					const state = result?.outcome ?? (index === results.length && !isOver ? 'running' : 'waiting');
					const [tone, word] = WORDS[state];
					return (
						<li key={index}>
							<Badge tone={tone}>{word}</Badge>
							<span>
								{describeStep(step, scenario.phones)}
								{problemOf(result)}
							</span>
						</li>
					);
				})}
			</ol>
		</Dialog>
	);
}

function problemOf(result: StepResult | undefined) {
	const problem = result?.problem ?? null;
	return problem === null ? null : <strong class="replay-problem">{problem}</strong>;
}

const PORT = {
	gateway: pageGateway,
	clock: {
		now: () => Date.now(),
		schedule(delay: number, fire: () => void) {
			const timer = window.setTimeout(fire, delay);
			return () => {
				window.clearTimeout(timer);
			};
		},
	},
	readFile: (path: string) =>
		Promise.reject(
			new StepFailure(`The page cannot read ${path}. Play this scenario with messaging-gateway simulate.`),
		),
};
