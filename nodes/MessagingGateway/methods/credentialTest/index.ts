export { testGateway } from './testGateway';
