import { keepsTheContract } from './contract.ts';
import { simulatedNetwork } from './simulator.ts';

keepsTheContract(simulatedNetwork);
