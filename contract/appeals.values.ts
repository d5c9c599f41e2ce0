export const APPEAL_MAX_LENGTH = 2_000;
