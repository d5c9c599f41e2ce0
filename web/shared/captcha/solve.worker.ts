/** The worker that does the work of a challenge: PBKDF2 with SHA-256, as the server asks for. */
import 'altcha/workers/pbkdf2';
