const UNDER_WAY: readonly string[] = ['awaiting_approval', 'pending', 'processing', 'review'];
/** How often a list is read again while one of its rewards is under way. */
const UNDER_WAY_REFRESH_MS = 5_000;

interface Standing {
  id: string;
  status: string;
}

/** Whether a redemption in this state goes on by itself, or by a person. */
export const isUnderWay = ({ status }: Pick<Standing, 'status'>): boolean => UNDER_WAY.includes(status);

/** The interval at which rows in such states are read again; false when all of them are at their end. */
export const whileUnderWay = (rows: readonly Standing[] | undefined): number | false =>
  rows?.some(isUnderWay) ? UNDER_WAY_REFRESH_MS : false;
