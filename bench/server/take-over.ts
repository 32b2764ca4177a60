import pg from 'pg';

/** The instances of one gateway, as the database shows them. */
export interface TakeOver {
	/** How many instances the gateway held. */
	instances: number;
	/** Returns how many of them another live gateway has connected again. */
	countBack(): Promise<number>;
	close(): Promise<void>;
}

/**
 * Remembers the instances whose leases the gateway at this URL holds, and when they were connected. One is back when its
 * lease belongs to another gateway, and it was connected later than before.
 */
export async function observeTakeOver(databaseUrl: string, gatewayUrl: string): Promise<TakeOver> {
	const client = new pg.Client(databaseUrl);
	await client.connect();
	// A temporary table of this connection.
	await client.query('create temporary table held (instance_id text primary key, connected_at bigint)');
	const { rowCount } = await client.query(
		`insert into held select instances.id, instances.connected_at from instances
		join instance_leases on instance_leases.instance_id = instances.id
		join processes on processes.id = instance_leases.owner
		where processes.url = $1 and instances.status = 'connected'`,
		[gatewayUrl],
	);
	await client.query('analyze held');
	return {
		instances: rowCount ?? 0,
		async countBack() {
			const { rows } = await client.query<{ back: string }>(
				`select count(*) as back from held
				join instances on instances.id = held.instance_id
				join instance_leases on instance_leases.instance_id = held.instance_id
				join processes on processes.id = instance_leases.owner
				where processes.url <> $1 and instances.status = 'connected'
					and instances.connected_at > held.connected_at`,
				[gatewayUrl],
			);
			return Number(rows[0]?.back ?? Number.NaN);
		},
		close: () => client.end(),
	};
}
