import { Transaction, type Dialect, type Kysely } from 'kysely';
import type { Schema } from '../../schema.ts';
import type { Transact } from '../engine.ts';

/**
 * Creates transactions whose statements may overlap: the caller can send a statement before the previous one is answered.
 * Kysely's own transactions send a statement only after the answer to the previous one. The dialect must answer in the
 * order of the statements.
 */
export function overlappingTransactions(db: Kysely<Schema>, dialect: Dialect): Transact {
	// Kysely requires a driver in a transaction, and does not use it for statements.
	const driver = dialect.createDriver();
	return (work) =>
		db.transaction().execute((transaction) =>
			transaction.getExecutor().provideConnection((connection) =>
				work(
					new Transaction<Schema>({
						config: { dialect },
						dialect,
						driver,
						executor: transaction.getExecutor().withConnectionProvider({
							provideConnection: (consumer) => consumer(connection),
						}),
					}),
				),
			),
		);
}
