import { GatewayError } from '../../domain/error.ts';
import type { MessageTemplate } from '../../domain/template.ts';

/**
 * The text a template results in. Throws template_not_found, template_not_approved, invalid_template_params.
 */
export function renderTemplate(template: MessageTemplate): string {
	throw new GatewayError(
		'template_not_found',
		`There is no template "${template.name}" in ${template.language}.`,
	);
}
