/** An admin who claims a redemption that waits for a person has it for themselves for so long. */
export const FULFILMENT_LEASE_MINUTES = 15;
export const FULFILMENT_TEXT_MAX_LENGTH = 500;
