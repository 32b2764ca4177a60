import type { Fleet } from '../fleet.ts';
import type { Recorder } from '../history/recorder.ts';
import type { Random } from '../random.ts';

/** The dependencies of the load generators. */
export interface LoadContext {
	fleet: Fleet;
	recorder: Recorder;
	random: Random;
	/** Returns whether to start further requests. */
	shouldContinue: () => boolean;
}
