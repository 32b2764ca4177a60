import type { Operation } from './operations.ts';

/** One operation; expanded, with its fields and errors. */
export function OperationView({ operation }: { operation: Operation }) {
	const { method, path, summary, description, scope, fields, errors } = operation;
	return (
		<details class="operation">
			<summary>
				<span class="method" data-method={method}>
					{method}
				</span>
				<code>{path}</code>
				<span class="soft">{summary}</span>
			</summary>
			<div class="operation-body">
				{description !== '' && <p>{description}</p>}
				<p>
					Needs: <code>{scope}</code>
				</p>
				{fields.length > 0 && (
					<dl class="operation-fields">
						{fields.map((field) => (
							<div key={`${field.where} ${field.name}`}>
								<dt>
									<code>{field.name}</code>
									<span class="faint">
										{' '}
										{field.where}
										{field.required ? ', required' : ''}
									</span>
								</dt>
								<dd>
									<code class="faint">{field.type}</code> {field.description}
								</dd>
							</div>
						))}
					</dl>
				)}
				{errors.length > 0 && (
					<>
						<h3>Errors</h3>
						<ul class="small soft">
							{errors.map((error) => (
								<li key={error}>{error}</li>
							))}
						</ul>
					</>
				)}
			</div>
		</details>
	);
}
