/** The source option for a file of the item. A constant, because the title case rule for literals would require "N8n". */
export const BINARY_SOURCE = 'n8n Binary File';
