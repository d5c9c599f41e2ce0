import 'altcha/external';
import 'altcha/altcha.css';

/**
 * The proof-of-work widget of ALTCHA, served by ourselves. Its variant for strict content security policies brings
 * neither styles nor workers of its own; the worker for our algorithm is added here.
 */
globalThis.$altcha.algorithms.set(
  'PBKDF2/SHA-256',
  () => new Worker(new URL('./solve.worker.ts', import.meta.url), { type: 'module' }),
);
