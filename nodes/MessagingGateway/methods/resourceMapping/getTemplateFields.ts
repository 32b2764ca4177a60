import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { templateColumns } from '../../actions/message/template/columns';
import type { ListedTemplate } from '../../actions/message/template/listTemplates';
import { listTemplates } from '../../actions/message/template/listTemplates';
import { templateOfValue } from '../../descriptions/locators/templateLocator';
import { isExpression } from '../../expression';

/**
 * Returns a column for each placeholder of the selected template, or a notice that says why there is none. The editor
 * would show no text of a thrown error. Throws the errors of `gatewayRequest`.
 */
export async function getTemplateFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const instanceId = selected(this, 'instanceId');
	const templateName = selected(this, 'templateName');
	if (instanceId === '' || templateName === '') {
		return none('Select an instance and a template. If one of them is an expression, use JSON.');
	}
	const { name, language } = templateOfValue(templateName, formLanguage(this));
	const template = findTemplate(await listTemplates(this, instanceId), name, language);
	if (!template) return none('The instance has no template of this name in this language.');
	if (!template.placeholders) {
		return none('This gateway does not list the variables of templates. Update it, or use JSON.');
	}
	const fields = templateColumns(template.placeholders);
	return fields.length === 0 ? none('This template has no variables. It is sent as it is.') : { fields };
}

/** Like the gateway, falls back to the language without a country: `de` includes `de_DE`. */
function findTemplate(
	templates: readonly ListedTemplate[],
	name: string,
	language: string,
): ListedTemplate | undefined {
	const inLanguage = (code: string) =>
		templates.find((template) => template.name === name && template.language === code);
	return inLanguage(language) ?? inLanguage(language.split('_')[0]);
}

function none(emptyFieldsNotice: string): ResourceMapperFields {
	return { fields: [], emptyFieldsNotice };
}

/** Returns the value of a resource locator; empty for an expression, which has no value in the editor. */
function selected(context: ILoadOptionsFunctions, parameter: string): string {
	return staticText(context.getCurrentNodeParameter(parameter, { extractValue: true }));
}

/** Read without `extractValue`, with which n8n throws for a field that the form hides. */
function formLanguage(context: ILoadOptionsFunctions): string {
	return staticText(context.getCurrentNodeParameter('language'));
}

function staticText(value: unknown): string {
	return typeof value === 'string' && !isExpression(value) ? value.trim() : '';
}
