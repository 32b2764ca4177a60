import type { Scenario } from '../format/scenario.ts';
import { conductExercise, type ConductDeps } from './conduct.ts';
import type { Exercise } from './exercise.ts';
import { judge, type Verdict } from './judge.ts';
import { planExercise } from './plan.ts';
import { reproduce } from './reproduce.ts';
import { situationId, type Situation } from './situation.ts';
import { canBeTaken, checkWindow, findInstance, noTakeover } from './instance-under-test.ts';
import { findWebhook, watchDeliveries } from './webhook-under-test.ts';

/** The dependencies of an exercise. */
export type ExerciseDeps = Omit<ConductDeps, 'hasTakeover'>;

/** The outcome of an exercise. */
export interface ExerciseResult {
	verdicts: readonly Verdict[];
	/** A scenario for each situation with a failure, by the id of the situation. */
	scenarios: ReadonlyMap<string, Scenario>;
	milliseconds: number;
	/** Deliveries to the webhook under test, by status; null: the exercise names none. */
	deliveries: Record<string, number> | null;
}

/**
 * Conducts an exercise and judges it; calls `onEnd` after each situation. Throws NotReadyError before it begins, and
 * GatewayRequestError when the gateway cannot be reached.
 */
export async function runExercise(
	exercise: Exercise,
	deps: ExerciseDeps,
	onEnd: (situation: Situation) => void,
): Promise<ExerciseResult> {
	const { gateway, clock } = deps;
	const webhook = exercise.webhook === null ? null : await findWebhook(gateway, exercise.webhook);
	const instance = await findInstance(gateway, exercise.instance);
	const hasTakeover = await canBeTaken(gateway, instance.id);
	if (exercise.troubles.person > 0 && !hasTakeover) throw noTakeover(instance);
	if (exercise.troubles.window > 0) await checkWindow(gateway, instance);
	const watch = webhook === null ? null : await watchDeliveries(gateway, webhook.id);
	const plan = planExercise(exercise);
	const startedAt = clock.now();
	try {
		const observations = await conductExercise(
			{ ...exercise, instance: instance.id },
			plan,
			{ ...deps, hasTakeover },
			onEnd,
		);
		const verdicts = observations.map((observation) => judge(observation, exercise.answers));
		const failed = verdicts.filter(({ findings }) => findings.length > 0);
		const origin = { instance: instance.name, phones: plan.phones, answers: exercise.answers };
		const scenarios = failed.map(
			(verdict) => [situationId(verdict.observation.situation), reproduce(verdict, origin)] as const,
		);
		return {
			verdicts,
			scenarios: new Map(scenarios),
			milliseconds: clock.now() - startedAt,
			deliveries: watch?.counts() ?? null,
		};
	} finally {
		watch?.end();
	}
}
