/** The progress of an upgrade of the database, before the gateway works with it. */
export type UpgradeProgress =
	/** Another gateway upgrades the database. */
	| { kind: 'waiting' }
	/** Gateways of an earlier version must end before the next step. */
	| { kind: 'older gateways'; count: number }
	| { kind: 'step'; step: number; of: number; name: string; rows: RowProgress | null };

export interface RowProgress {
	/** The noun for the rows, such as messages. */
	rows: string;
	done: number;
	total: number;
}

/** Returns a sentence that says how far an upgrade is. */
export function progressSentence(progress: UpgradeProgress): string {
	switch (progress.kind) {
		case 'waiting':
			return 'Another gateway is upgrading the database; this one waits for it.';
		case 'older gateways': {
			const { count } = progress;
			const gateways = count === 1 ? '1 gateway' : `${count} gateways`;
			return `The database is being upgraded: waiting for ${gateways} of an earlier version to stop.`;
		}
		case 'step': {
			const { step, of, rows } = progress;
			const share = rows === null ? '' : `, ${shareOf(rows)}`;
			return `The database is being upgraded: step ${step} of ${of}${share}.`;
		}
	}
}

/** Returns how far a backfill is, such as "41 % of messages". */
export function shareOf({ rows, done, total }: RowProgress): string {
	const percent = total === 0 ? 100 : Math.min(100, Math.floor((done / total) * 100));
	return `${percent} % of ${rows}`;
}
