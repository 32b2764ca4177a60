import { strictConfig } from '../../eslint.strict.config.mjs';

export default strictConfig(import.meta.dirname, './tsconfig.json');
