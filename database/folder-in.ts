/** The folder that a line of `ps` names, whose words are not told from spaces within them. */
export const folderIn = (line: string): string => / -D (.+?)(?: -[cp] .*)?$/.exec(line.trim())?.[1] ?? '/';
