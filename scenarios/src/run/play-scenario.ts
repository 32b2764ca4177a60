import { expectDeletion, expectEdit, expectReaction } from '../steps/change-expectations.ts';
import { changeMessage, press, remove } from '../steps/change-steps.ts';
import {
	expectDelivery,
	expectEvent,
	expectMessage,
	expectNoMessage,
	expectStatus,
	expectTyping,
} from '../steps/expectation-steps.ts';
import { expectNothingMissing } from '../steps/ledger-step.ts';
import { advance, dropConnection, expectConnection, orderFault } from '../steps/network-steps.ts';
import { setOwner } from '../steps/owner-steps.ts';
import {
	duplicate,
	echo,
	reply,
	sendContact,
	sendFile,
	sendLocation,
	sendPoll,
} from '../steps/message-steps.ts';
import { block, changeGroup, read, scan, send, setOnline, showTyping } from '../steps/phone-steps.ts';
import type { Scenario, Step } from '../format/scenario.ts';
import { startRun, type RunDeps, type ScenarioRun } from './scenario-run.ts';
import { cancelUnsent, expectUnsent } from '../steps/unsent-steps.ts';
import { playTraffic } from '../steps/traffic-step.ts';

export interface StepResult {
	step: Step;
	/** Counted from 1, as in the file. */
	number: number;
	outcome: 'passed' | 'failed' | 'skipped';
	/** Duration of the step. */
	milliseconds: number;
	/** Why it failed, and what to check; null unless it failed. */
	problem: string | null;
}

export interface ScenarioResult {
	scenario: Scenario;
	passed: boolean;
	results: readonly StepResult[];
}

/**
 * Plays a scenario step by step until one fails, and skips the rest; calls `onStepEnd` after each step. Throws when
 * the gateway cannot be reached or refuses the key at the start.
 */
export async function playScenario(
	scenario: Scenario,
	deps: RunDeps,
	onStepEnd: (result: StepResult) => void,
): Promise<ScenarioResult> {
	const { clock } = deps;
	const run = await startRun(scenario, deps);
	const results: StepResult[] = [];
	try {
		for (const [index, step] of scenario.steps.entries()) {
			const isSkipped = results.some(({ outcome }) => outcome !== 'passed');
			const startedAt = clock.now();
			const result = isSkipped ? { outcome: 'skipped' as const, problem: null } : await tryStep(run, step);
			const stepResult = { step, number: index + 1, milliseconds: clock.now() - startedAt, ...result };
			results.push(stepResult);
			onStepEnd(stepResult);
		}
	} finally {
		await run.close();
	}
	return { scenario, results, passed: results.every(({ outcome }) => outcome === 'passed') };
}

async function tryStep(run: ScenarioRun, step: Step): Promise<Pick<StepResult, 'outcome' | 'problem'>> {
	try {
		await playStep(run, step);
		return { outcome: 'passed', problem: null };
	} catch (error) {
		return { outcome: 'failed', problem: error instanceof Error ? error.message : String(error) };
	}
}

/** Runs a step. Throws StepFailure when an expectation is not met. */
export async function playStep(run: ScenarioRun, step: Step): Promise<void> {
	switch (step.step) {
		case 'scan':
			return scan(run);
		case 'send':
			return send(run, step);
		case 'reply':
			return reply(run, step);
		case 'location':
			return sendLocation(run, step);
		case 'contact':
			return sendContact(run, step);
		case 'poll':
			return sendPoll(run, step);
		case 'voice':
		case 'sticker':
			return sendFile(run, step);
		case 'echo':
			return echo(run, step);
		case 'duplicate':
			return duplicate(run, step);
		case 'take':
			return setOwner(run, step.phone, 'person');
		case 'release':
			return setOwner(run, step.phone, 'bot');
		case 'cancel':
			return cancelUnsent(run, step);
		case 'react':
		case 'edit':
		case 'vote':
			return changeMessage(run, step);
		case 'delete':
			return remove(run, step);
		case 'press':
			return press(run, step);
		case 'typing':
			return showTyping(run, step);
		case 'receive':
			return expectMessage(run, step);
		case 'unsent':
			return expectUnsent(run, step);
		case 'reaction':
			return expectReaction(run, step);
		case 'edited':
			return expectEdit(run, step);
		case 'deleted':
			return expectDeletion(run, step);
		case 'typed':
			return expectTyping(run, step);
		case 'status':
			return expectStatus(run, step);
		case 'read':
			return read(run, step);
		case 'block':
		case 'unblock':
			return block(run, step.phone, step.step === 'block');
		case 'offline':
		case 'online':
			return setOnline(run, step.phone, step.step === 'online');
		case 'join':
		case 'leave':
		case 'promote':
		case 'demote':
			return changeGroup(run, step);
		case 'event':
			return expectEvent(run, step);
		case 'delivery':
			return expectDelivery(run, step);
		case 'nothing':
			return expectNoMessage(run, step);
		case 'wait':
			return run.poller.sleep(step.for);
		case 'advance':
			return advance(run, step);
		case 'fault':
			return orderFault(run, step);
		case 'drop':
			return dropConnection(run, step);
		case 'connected':
			return expectConnection(run, step);
		case 'traffic':
			return playTraffic(run, step);
		case 'ledger':
			return expectNothingMissing(run, step);
	}
}
