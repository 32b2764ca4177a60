import { delivery, event, nothing, receive, status, typed } from './expectation-steps.ts';
import { block, changeGroup, read, scan, send, setOnline, type } from './phone-steps.ts';
import type { Scenario, Step } from './scenario.ts';
import { openStage, type PlayPort, type Stage } from './scenario-run.ts';

/** What became of one step. */
export interface StepResult {
	step: Step;
	/** Counted from 1, as in the file. */
	number: number;
	outcome: 'passed' | 'failed' | 'skipped';
	milliseconds: number;
	/** Why it failed, and what to look at. */
	problem: string | null;
}

/** What became of a scenario. */
export interface Played {
	scenario: Scenario;
	passed: boolean;
	results: readonly StepResult[];
}

/** Hears of a play as it goes. */
export interface Audience {
	begins?: (step: Step, number: number) => void;
	ended: (result: StepResult) => void;
}

/**
 * Plays a scenario step by step until one fails; the rest is skipped. Rejects where the play cannot even begin: the
 * gateway is not reached, or refuses the key.
 */
export async function playScenario(scenario: Scenario, port: PlayPort, audience: Audience): Promise<Played> {
	const stage = await openStage(scenario, port);
	const results: StepResult[] = [];
	try {
		for (const [index, step] of scenario.steps.entries()) {
			const result = await tryStep(step, index + 1, results.at(-1)?.outcome ?? 'passed');
			results.push(result);
			audience.ended(result);
		}
	} finally {
		await stage.end();
	}
	return { scenario, results, passed: results.every(({ outcome }) => outcome === 'passed') };

	async function tryStep(step: Step, number: number, before: StepResult['outcome']): Promise<StepResult> {
		const end = (outcome: StepResult['outcome'], began: number, problem: string | null): StepResult => ({
			step,
			number,
			outcome,
			milliseconds: port.clock.now() - began,
			problem,
		});
		const began = port.clock.now();
		if (before !== 'passed') return end('skipped', began, null);
		audience.begins?.(step, number);
		try {
			await playStep(stage, step);
			return end('passed', began, null);
		} catch (error) {
			return end('failed', began, error instanceof Error ? error.message : String(error));
		}
	}
}

async function playStep(stage: Stage, step: Step): Promise<void> {
	switch (step.step) {
		case 'scan':
			return scan(stage);
		case 'send':
			return send(stage, step);
		case 'typing':
			return type(stage, step);
		case 'receive':
			return receive(stage, step);
		case 'typed':
			return typed(stage, step);
		case 'status':
			return status(stage, step);
		case 'read':
			return read(stage, step);
		case 'block':
		case 'unblock':
			return block(stage, step.phone, step.step === 'block');
		case 'offline':
		case 'online':
			return setOnline(stage, step.phone, step.step === 'online');
		case 'join':
		case 'leave':
			return changeGroup(stage, step);
		case 'event':
			return event(stage, step);
		case 'delivery':
			return delivery(stage, step);
		case 'nothing':
			return nothing(stage, step);
		case 'wait':
			return stage.waiting.pause(step.for);
	}
}
