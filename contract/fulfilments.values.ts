/** Time for which a redemption that waits for a person is assigned to an admin. */
export const FULFILMENT_LEASE_MINUTES = 15;
export const FULFILMENT_TEXT_MAX_LENGTH = 500;
