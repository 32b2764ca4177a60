import type { ComponentChildren } from 'preact';

interface Properties {
	/** The name of the table for screen readers. */
	label: string;
	/** The heading of the column after the hour. */
	subject: string;
	/** The headings of the columns with numbers. */
	numbers: readonly string[];
	/** The rows. */
	children: ComponentChildren;
}

/** A table by hours, which scrolls sideways by keyboard too where it has no room. */
export function LedgerTable({ label, subject, numbers, children }: Properties) {
	return (
		<div class="ledger-table" tabIndex={0} role="region" aria-label={label}>
			<table>
				<thead>
					<tr>
						<th scope="col">Hour</th>
						<th scope="col">{subject}</th>
						{numbers.map((name) => (
							<th key={name} scope="col" class="number">
								{name}
							</th>
						))}
					</tr>
				</thead>
				<tbody>{children}</tbody>
			</table>
		</div>
	);
}
