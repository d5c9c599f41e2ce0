/** When a second admin has to agree, as the settings say. A point is a US cent. */
export interface TwoPeople {
  /** Awards of this many whole US cents wait, alone or together with the admin's others to the member within a day. */
  awardCents: number;
  /** Adjustments and granted claims of more points wait, alone or together in the same way. */
  adjustmentPoints: number;
  /** Missions that may pay more points in all wait. */
  missionPoints: number;
  /** Points that one admin may give within a day, over all members and kinds, and take, before everything waits. */
  dailyPoints: number;
  /** Hours after a role was given or changed in which its admin moves nothing alone and is none of two people. */
  coolingHours: number;
}

/** The admin who acts, in person or by a key that they made. */
export interface Asking {
  adminId: string;
  byKey: boolean;
}
