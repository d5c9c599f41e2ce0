/** The worker that solves a challenge: PBKDF2 with SHA-256, as the server requires. */
import 'altcha/workers/pbkdf2';
