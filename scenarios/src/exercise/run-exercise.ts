import { createQueries } from '../gateway-queries.ts';
import type { Scenario } from '../scenario.ts';
import { conductExercise, type ConductDeps } from './conduct.ts';
import type { Exercise } from './exercise.ts';
import { judge, type Verdict } from './judge.ts';
import { planExercise } from './plan.ts';
import { reproduce } from './reproduce.ts';
import { situationId, type Situation } from './situation.ts';
import { canBeTaken, findWebhook, noTakeover, NotReadyError, watchDeliveries } from './webhook-under-test.ts';

/** What an exercise needs. */
export type ExerciseDeps = Omit<ConductDeps, 'hasTakeover'>;

/** What came of an exercise. */
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
	const instance = await findInstance(exercise, deps);
	const hasTakeover = await canBeTaken(gateway, instance.id);
	if (exercise.troubles.person > 0 && !hasTakeover) throw noTakeover(instance);
	const watch = webhook === null ? null : await watchDeliveries(gateway, webhook.id);
	const startedAt = clock.now();
	try {
		const observations = await conductExercise(
			{ ...exercise, instance: instance.id },
			{ ...deps, hasTakeover },
			onEnd,
		);
		const verdicts = observations.map((observation) => judge(observation, exercise.answers));
		const { phones } = planExercise(exercise);
		const failed = verdicts.filter(({ findings }) => findings.length > 0);
		const origin = { instance: instance.name, phones, answers: exercise.answers };
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

async function findInstance({ instance: wanted }: Exercise, { gateway }: ExerciseDeps) {
	const all = await createQueries(gateway).listInstances();
	const found = wanted === null ? all : all.filter(({ id, name }) => id === wanted || name === wanted);
	const [instance] = found;
	if (instance === undefined || found.length > 1) {
		throw new NotReadyError(
			wanted === null
				? 'There is not exactly one instance. Name the one that is meant with "instance", or with --instance.'
				: `There ${found.length === 0 ? 'is no instance' : 'are several instances'} "${wanted}". Name it by its id.`,
		);
	}
	if (instance.status === 'connected') return instance;
	throw new NotReadyError(`The instance "${instance.name}" is ${instance.status}. Connect it first.`);
}
