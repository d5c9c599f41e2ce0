/** Quotes a text as one word for the shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
