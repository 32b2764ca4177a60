import { testDriverContract } from './contract.ts';
import { simulatedNetwork } from './simulator.ts';

testDriverContract(simulatedNetwork);
