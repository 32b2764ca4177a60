import { Transaction, type Dialect, type Kysely } from 'kysely';
import type { Schema } from '../../schema.ts';

/** Runs work in a transaction: commits when it resolves, and rolls back when it rejects. */
export type Transact = <T>(work: (db: Transaction<Schema>) => Promise<T>) => Promise<T>;

/**
 * Creates transactions whose statements may overlap: the caller can begin one before the one before is answered. Kysely's
 * own transactions send a statement only after the answer to the last one. The dialect must answer in the order of the
 * statements.
 */
export function overlappingTransactions(db: Kysely<Schema>, dialect: Dialect): Transact {
	return (work) =>
		db.transaction().execute((transaction) =>
			transaction.getExecutor().provideConnection((connection) =>
				work(
					new Transaction<Schema>({
						config: { dialect },
						dialect,
						driver: dialect.createDriver(),
						executor: transaction.getExecutor().withConnectionProvider({
							provideConnection: (consumer) => consumer(connection),
						}),
					}),
				),
			),
		);
}
