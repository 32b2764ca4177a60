import type { Clock } from '../run/clock.ts';
import type { GatewayClient } from '../gateway/gateway-client.ts';
import { pagesOfHistory, type HistoryMessage } from '../gateway/history.ts';
import { endFaults } from '../steps/network-steps.ts';
import { isOwnedByPerson } from '../steps/owner-steps.ts';
import { playStep } from '../run/play-scenario.ts';
import { startRun, StepFailure, type ScenarioRun } from '../run/scenario-run.ts';
import { repliesBySituation } from './attribution.ts';
import type { Exercise, ExpectedAnswers } from './exercise.ts';
import { dueAnswers } from './expected-answers.ts';
import { describeHistory } from './describe-history.ts';
import { arrivedReplies, type Observation } from './observation.ts';
import type { Plan } from './plan.ts';
import { hasFault, isWriting, type Situation } from './situation.ts';
import { cachingInstances } from './caching-instances.ts';
import { waitingForConnection } from './waiting-for-connection.ts';

export interface ConductDeps {
	gateway: GatewayClient;
	clock: Clock;
	/** Whether people can take the chats of the instance. */
	hasTakeover: boolean;
}

/** Milliseconds between two looks at a chat whose answer is awaited. */
const LOOK_INTERVAL = 400;

/** Milliseconds to wait for a queued answer while the network fails, because the gateway retries it. */
const NETWORK_PATIENCE = 30_000;

/** After this time (milliseconds) an answer that has not come is waited for no longer: it is missing, not late. */
function giveUpAfter({ within, quiet }: ExpectedAnswers): number {
	return within + Math.max(within, quiet);
}

/** The records of a situation, before the history shows its outcome. */
export interface PlayedSituation {
	situation: Situation;
	outcome: Observation['outcome'];
	problem: string | null;
	/** The latest message of the chat before the situation; null: there was none. */
	after: string | null;
	/** Whether the workflow gave the chat to a person after the network had refused its answer. */
	handedOver: boolean;
	/** When each step ended, by the clock of this program. */
	stepEnds: readonly number[];
}

/**
 * Lets all customers of an exercise go through their situations at the same time, and calls `onEnd` after each. Returns
 * the observations, by customer. Throws when the gateway cannot be reached.
 */
export async function conductExercise(
	exercise: Exercise,
	{ phones, situations }: Plan,
	{ gateway: client, clock, hasTakeover }: ConductDeps,
	onEnd: (situation: Situation) => void,
): Promise<Observation[]> {
	const gateway = waitingForConnection(cachingInstances(client), clock);
	const scenario = { name: exercise.name, instance: exercise.instance, phones, steps: [] };
	const readFile = (): never => {
		throw new StepFailure('An exercise reads no files.');
	};
	const run = await startRun(scenario, { gateway, clock, readFile });
	try {
		const deadline = exercise.duration === null ? Infinity : clock.now() + exercise.duration;
		const customers = situations.map(async (ofCustomer) => {
			const isOver = (): boolean => clock.now() > deadline;
			return conductCustomer(ofCustomer, { run, exercise, clock, hasTakeover, isOver, onEnd });
		});
		return (await Promise.all(customers)).flat();
	} finally {
		await run.close();
	}
}

interface OfCustomer {
	run: ScenarioRun;
	exercise: Exercise;
	clock: Clock;
	hasTakeover: boolean;
	isOver: () => boolean;
	onEnd: (situation: Situation) => void;
}

async function conductCustomer(situations: readonly Situation[], of: OfCustomer): Promise<Observation[]> {
	const { run, hasTakeover, isOver, onEnd } = of;
	const [phone = ''] = situations.map((situation) => situation.phone);
	// An exercise or a scenario that failed may have left the chat with the person.
	if (hasTakeover) await playStep(run, { step: 'release', phone });
	const first = await latestId(run, phone);
	const played: PlayedSituation[] = [];
	for (const situation of situations) {
		// The first situation of each customer is played in any case: an exercise without one says nothing.
		if (played.length > 0 && isOver()) {
			played.push({
				situation,
				outcome: 'left_out',
				problem: null,
				after: null,
				stepEnds: [],
				handedOver: false,
			});
			continue;
		}
		const after = played.length === 0 ? first : await latestId(run, phone);
		const result = await playSituation(situation, of);
		const one = { situation, after, ...result, handedOver: false };
		if (result.outcome === 'played') await waitForAnswers(one, of);
		// Faults that have not happened yet must not happen in the next situation.
		if (hasFault(situation)) await endFaults(run, phone);
		const handedOver = hasTakeover && situation.trouble === 'window' && (await isOwnedByPerson(run, phone));
		if (handedOver) await playStep(run, { step: 'release', phone });
		played.push({ ...one, handedOver });
		onEnd(situation);
	}
	const history = await readHistory(run, phone, first);
	return observationsOf(played, history, of.exercise);
}

async function playSituation(
	{ steps }: Situation,
	{ run, clock }: OfCustomer,
): Promise<Pick<PlayedSituation, 'outcome' | 'problem' | 'stepEnds'>> {
	const stepEnds: number[] = [];
	try {
		for (const step of steps) {
			await playStep(run, step);
			stepEnds.push(clock.now());
		}
		return { outcome: 'played', problem: null, stepEnds };
	} catch (error) {
		return { outcome: 'broken', problem: error instanceof Error ? error.message : String(error), stepEnds };
	} finally {
		// A customer whose situation broke while offline must be online in the next one.
		const offline = steps.find(({ step }) => step === 'offline');
		if (offline?.step === 'offline' && stepEnds.length < steps.length) {
			await playStep(run, { step: 'online', phone: offline.phone });
		}
	}
}

/** Waits until all answers that are due are there, and then for those that must not come. */
async function waitForAnswers(played: PlayedSituation, { run, exercise, clock }: OfCustomer): Promise<void> {
	const { answers } = exercise;
	const end = clock.now();
	let lastChange = end;
	let known = 0;
	for (;;) {
		const history = await readHistory(run, played.situation.phone, played.after);
		const [observation] = observationsOf([played], history, exercise);
		if (observation === undefined) return;
		const now = clock.now();
		const arrived = arrivedReplies(observation);
		if (arrived.length !== known) lastChange = now;
		known = arrived.length;
		const missing =
			observation.written.length < played.situation.steps.filter(isWriting).length ||
			known < dueAnswers(observation, answers).required.length;
		const waits =
			arrived.length < observation.replies.length && observation.replies.some(({ queued }) => queued);
		const patience = Math.max(missing ? giveUpAfter(answers) : answers.quiet, waits ? NETWORK_PATIENCE : 0);
		if (now - (missing ? end : lastChange) >= patience) return;
		await run.poller.sleep(LOOK_INTERVAL);
	}
}

function observationsOf(
	played: readonly PlayedSituation[],
	history: readonly HistoryMessage[],
	{ answers }: Exercise,
): Observation[] {
	const described = describeHistory(played, history, answers);
	const replies = repliesBySituation(described.situations, described.replies);
	return described.situations.map((situation, index) => ({ ...situation, replies: replies[index] ?? [] }));
}

async function latestId(run: ScenarioRun, phone: string): Promise<string | null> {
	const [latest] = await run.listMessages(phone, null);
	return latest?.messageId ?? null;
}

/** The messages of a customer's chat after one of them, oldest first. */
async function readHistory(run: ScenarioRun, phone: string, after: string | null): Promise<HistoryMessage[]> {
	const { id: instanceId } = await run.instance();
	const chatId = run.chatIdOf(phone);
	const messages: HistoryMessage[] = [];
	for await (const page of pagesOfHistory(run.gateway, { instanceId, chatId, after })) messages.push(...page);
	return messages.reverse();
}
