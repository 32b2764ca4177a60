import { createHash } from 'node:crypto';
import type { InstanceId } from '../../domain/ids.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import type { Db } from '../schema.ts';

/** How many reports of an instance are known: more than a network repeats after a lost connection. */
const KNOWN_REPORTS = 100;
/** Characters of a digest: enough that two of the known reports never have the same one. */
const DIGEST_LENGTH = 16;

/**
 * Remembers a report that no stored row shows, such as a call. Returns whether it is new; false: the network repeated
 * one of the last 100. `report`: what makes it unique. The lease orders the reports of an instance.
 */
export async function isNewReport(db: Db, instanceId: InstanceId, report: unknown): Promise<boolean> {
	const stored = await db
		.selectFrom('recent_reports')
		.select('digests')
		.where('instance_id', '=', instanceId)
		.executeTakeFirst();
	const known = stored === undefined ? [] : stored.digests.split(' ');
	const digest = createHash('sha256')
		.update(canonicalJson(report))
		.digest('base64url')
		.slice(0, DIGEST_LENGTH);
	if (known.includes(digest)) return false;
	const digests = [...known, digest].slice(-KNOWN_REPORTS).join(' ');
	await db
		.insertInto('recent_reports')
		.values({ instance_id: instanceId, digests })
		.onConflict((conflict) => conflict.column('instance_id').doUpdateSet({ digests }))
		.execute();
	return true;
}
