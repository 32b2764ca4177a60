export { getTemplateFields } from './getTemplateFields';
