import { writeFile } from 'node:fs/promises';
import { openApi } from '#server/http/docs/openapi.ts';
import { clientTypes } from './client-types.ts';

/** `npm run client`: writes the types of the TypeScript client. */
await writeFile(
  new URL('../clients/typescript/api.ts', import.meta.url),
  clientTypes(openApi('Pocketful', 'https://rewards.example')),
);
