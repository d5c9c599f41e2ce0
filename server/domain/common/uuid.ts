const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether PostgreSQL would read the text as a UUID in its usual form, which may have capitals. */
export const isUuid = (text: string): boolean => UUID.test(text);
