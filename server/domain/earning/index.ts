export type { ConfiguredWall, WallDefinition } from './definition.ts';
export { derivedValue, frameOrigins, scriptOrigins } from './engine/embed.ts';
export { parseWalls, readWallsFile, WallsError } from './walls-file.ts';
