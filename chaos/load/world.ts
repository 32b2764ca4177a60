import type { Fleet } from '../fleet.ts';
import type { Recorder } from '../history/recorder.ts';
import type { Random } from '../random.ts';

/** What everybody who makes load needs. */
export interface World {
	fleet: Fleet;
	recorder: Recorder;
	random: Random;
	/** Whether to begin anything new. */
	goesOn: () => boolean;
}
