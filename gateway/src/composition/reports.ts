import { createAcknowledgements, type Acknowledgements } from '../inbound/acknowledgements.ts';
import { createRecorder, type Recorder } from '../inbound/recorder.ts';
import { errorLogger } from '../observability/log.ts';
import type { Media } from '../media/media.ts';
import { createInFlight, type InFlight } from '../network/connections/in-flight.ts';
import { LeaseLost } from '../store/cluster/leases.ts';
import type { Ownership } from './ownership.ts';
import type { ComponentDeps } from './component-deps.ts';

/** The components that record the reports of networks. */
export interface Reports {
	inFlight: InFlight;
	recorder: Recorder;
	acknowledgements: Acknowledgements;
}

export function createReports(
	{ store, clock, newId, logger, shutdownHooks }: ComponentDeps,
	{ ownership: { leases }, media }: { ownership: Ownership; media: Media },
): Reports {
	const inFlight = createInFlight();
	shutdownHooks.add('sends and reports in flight', () => inFlight.drainAll());
	const recorder = createRecorder({
		store,
		clock,
		newId,
		fence: leases.fence,
		folder: media.folder,
		isStopping: () => shutdownHooks.isStopping(),
		onError: (error, instanceId) => {
			if (error instanceof LeaseLost) {
				logger.info({ instanceId }, 'another gateway records what the network reported');
			} else {
				logger.error({ err: error, instanceId }, 'a report of the network could not be recorded');
			}
		},
	});
	const onNoteError = errorLogger(logger)(
		'acknowledgements to a network could not be stored; the next flush retries them',
	);
	const acknowledgements = createAcknowledgements({ store, clock, newId, onError: onNoteError });
	shutdownHooks.add('acknowledgements', () => acknowledgements.stop());
	return { inFlight, recorder, acknowledgements };
}
