export { keepBackup } from './last-backup.ts';
export { keepProof } from './last-proof.ts';
export { type Figures, readFigures } from './read-figures.ts';
