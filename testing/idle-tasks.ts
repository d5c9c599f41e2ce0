import type { Tasks } from '#server/jobs/index.ts';

const nothing = async () => {};

/** Jobs that do nothing, for a worker that a test gives only some of its own. */
export const idleTasks: Tasks = {
  send_sign_up_mail: nothing,
  send_reset_mail: nothing,
  send_email_change_mail: nothing,
  deliver_notice: nothing,
  recover_notices: nothing,
  send_farewell_mail: nothing,
  fulfil_redemption: nothing,
  check_reward: nothing,
  reconcile_payouts: nothing,
  clean_up: nothing,
  clean_up_daily: nothing,
  watch_members: nothing,
  roll_up_ledger: nothing,
  mature_credits: nothing,
  keep_pictures: nothing,
  remind_of_offers: nothing,
  pull_feeds: nothing,
  watch_walls: nothing,
  watch_reviews: nothing,
  mend_times: nothing,
};
