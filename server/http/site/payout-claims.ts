/** What payouts keep of what a front page may promise. */
export interface PayoutClaims {
  /** Whether some prepaid card is issued at once. */
  atOnce: boolean;
  /** Names of the wallets and apps that take the site's rewards. */
  worksWith: readonly string[];
}
