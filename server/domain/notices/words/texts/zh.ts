import type { MailText, NoticeText, Texts } from './texts.ts';

const TIME = '时间：{at}';
const WAS_YOU = '如果是你本人操作，则无需理会。';

/** A change that its owner may not have made, and what they are to do then. */
const change = (
  subject: string,
  fact: string,
  advice = '如果不是你本人操作，请立即重置密码，并写信至 {support}。',
): NoticeText => ({
  subject,
  paragraphs: [fact, TIME, advice],
  button: '查看账户',
  footnotes: [WAS_YOU],
  push: fact,
});

const NOT_YOU = '如果不是你本人操作，则无需理会。';
const SWITCHES = '你可以在“我的”页面选择接收哪些邮件。';
const QUESTIONS = '有疑问？请写信至 {support}。';

const notices: Texts['notices'] = {
  password_changed: change('你的 {product} 密码已修改', '你的账户密码已被修改，其他设备均已退出登录。'),
  two_factor_enabled: change(
    '{product} 两步验证已开启',
    '现在登录你的账户还需要通过身份验证器应用或通行密钥完成第二步验证。其他设备均已退出登录。',
  ),
  two_factor_disabled: change('{product} 两步验证已关闭', '现在登录你的账户不再需要第二步验证。'),
  backup_codes_renewed: change('新的 {product} 备用码', '已为你的账户生成新的备用码，原有的备用码已失效。'),
  backup_code_used: change(
    '{product} 备用码已被使用',
    '有人使用你账户的备用码完成了第二步验证。该备用码不能再次使用。',
  ),
  passkey_added: change(
    '你的 {product} 账户已添加通行密钥',
    '你的账户新增了一个通行密钥，设备：{device}。使用它无需密码即可登录。更改密码不会使它失效：如果它不是你的，请在“我的”页面移除。',
  ),
  passkey_removed: change(
    '你的 {product} 账户已移除通行密钥',
    '你的账户移除了一个通行密钥，它不能再用于登录。',
  ),
  passkey_copied: change(
    '已拒绝你的 {product} 通行密钥的副本',
    '有人试图用疑似你的通行密钥副本登录，设备：{device}。对方未能登录。请在“我的”页面移除该通行密钥，并添加新的。',
  ),
  identity_linked: change(
    '现在可以用 {provider} 登录你的 {product} 账户',
    '一个 {provider} 账户已关联到你的账户，今后可用它登录。更改密码不会解除关联：如果该账户不是你的，请在“我的”页面取消关联。',
  ),
  identity_unlinked: change(
    '已不能用 {provider} 登录你的 {product} 账户',
    '{provider} 账户已与你的账户取消关联，不能再用它登录。',
  ),
  new_device: change(
    '{product} 有新的登录',
    '有人（可能是你）从未曾使用过的设备或地点登录了你的账户：{device}。',
  ),
  second_factors_refused: change(
    '你的 {product} 账户收到错误的两步验证码',
    '有人输入了你账户的正确密码，随后多次输入错误的两步验证码，最后一次来自：{device}。对方未能登录，但可能已知道你的密码。',
  ),
  second_factors_refused_elsewhere: change(
    '你的 {product} 账户收到错误的两步验证码',
    '有人用关联到你账户的账户登录了 {provider}，随后多次输入错误的两步验证码，最后一次来自：{device}。对方未能登录你的账户。',
    '如果不是你本人操作，请立即保护你的 {provider} 账户，或在“我的”页面取消关联，并写信至 {support}。修改这里的密码无法阻止这种情况。',
  ),
  passwords_refused: change(
    '你的 {product} 账户收到大量错误密码',
    '有人对你的账户尝试了大量错误密码，最后一次来自：{device}。没有一个是正确的。你以前登录过的设备仍可使用；除非你重置密码，否则新设备最多会被拒绝一天。',
  ),
  passwords_refused_known: change(
    '你的 {product} 账户收到大量错误密码',
    '有人在你以前登录过的设备上，或用从该设备复制的数据，对你的账户尝试了许多错误密码：{device}。没有一个是正确的。重置密码会让所有设备退出登录。',
  ),
  email_change_requested: change(
    '你的 {product} 账户申请更换邮箱',
    '有人（可能是你）申请将你的账户改用另一个邮箱。目前没有任何变动：更换需要输入发送到新邮箱的验证码。',
  ),
  email_changed: change(
    '你的 {product} 邮箱已更改',
    '你的账户现在使用另一个邮箱。今后的邮件会发往那个邮箱。',
    '如果不是你本人操作，请立即用此邮箱写信至 {support}：设置新密码的链接不会再发到这里。如果你还有设备处于登录状态，请在该设备的“我的”页面把邮箱改回来，然后更改密码。',
  ),
  data_exported: change('你的 {product} 数据副本已被下载', '有人（可能是你）下载了你账户全部数据的副本。'),
  points_credited: {
    subject: '{points} 已到账',
    paragraphs: ['你通过“{what}”赚取了 {points}。当前余额为 {balance}。'],
    button: '查看记录',
    footnotes: [SWITCHES],
    push: '{what}。当前余额为 {balance}。',
  },
  points_reversed: {
    subject: '{points} 已被收回',
    paragraphs: [
      '为“{what}”支付奖励的合作方收回了 {points}。当前余额为 {balance}。',
      '当广告主不认可某项任务时，合作方会这样做：任务没有完成、以前已经做过，或订单已取消。如果你的余额低于零，新赚的积分会将其补足。',
      '如果你认为任务没有问题，请先查看积分墙的帮助页面；如果仍未解决，请写信至 {support}。',
    ],
    button: '查看记录',
    footnotes: [SWITCHES],
    push: '“{what}”的合作方收回了积分。当前余额为 {balance}。',
  },
  pending_reversed: {
    subject: '{points} 不会到账',
    paragraphs: [
      '合作方不为“{what}”支付奖励，因此待入账的 {points} 不会到账。你的余额仍为 {balance}。',
      '当广告主不认可某项任务时，合作方会这样做：任务没有完成、以前已经做过，或订单已取消。',
      '如果你认为任务没有问题，请先查看积分墙的帮助页面；如果仍未解决，请写信至 {support}。',
    ],
    button: '查看记录',
    footnotes: [SWITCHES],
    push: '合作方不为“{what}”支付奖励。你的余额仍为 {balance}。',
  },
  debt_met: {
    subject: '因以前的账户扣除了 {points}',
    paragraphs: [
      '你以前使用同一邮箱的账户仍欠 {points}。这笔数额已从你的余额中扣除。当前余额为 {balance}。',
      '如果你的余额低于零，新赚的积分会将其补足。',
      '如果你认为有误，请写信至 {support}。',
    ],
    button: '查看记录',
    footnotes: [SWITCHES],
    push: '这是你以前的账户仍欠的数额。当前余额为 {balance}。',
  },
  claim_granted: {
    subject: '未到账的奖励已补发：{points}',
    paragraphs: ['我们审核了你关于“{what}”的反馈，{points} 现已计入你的账户。', '{answer}'],
    button: '查看记录',
    footnotes: [SWITCHES],
    push: '“{what}”的 {points} 现已计入你的账户。',
  },
  claim_refused: {
    subject: '我们审核了你的反馈',
    paragraphs: ['我们审核了你关于“{what}”的反馈，但无法补发奖励。', '{answer}'],
    button: '查看任务',
    footnotes: [QUESTIONS],
    push: '我们无法为“{what}”补发奖励。答复请见“你的反馈”。',
  },
  offer_deadline: {
    subject: '时间不多了：{what}',
    paragraphs: ['你已开始 {what}。下一步须在 {at} 之前完成，之后不再有积分。'],
    button: '查看任务',
    footnotes: [SWITCHES],
    push: '下一步须在 {at} 之前完成。',
  },
  threshold_reached: {
    subject: '你可以兑换奖励了',
    paragraphs: ['你的余额已达到 {balance}，随时可以兑换。'],
    button: '兑换奖励',
    footnotes: [SWITCHES],
    push: '你的余额已达到 {balance}，随时可以兑换。',
  },
  redemption_issued: {
    subject: '你的 {amount} 奖励已准备好',
    paragraphs: ['你的 {amount} 奖励已发放。奖励及使用所需的全部信息都在“卡片”中。'],
    button: '查看奖励',
    footnotes: ['我们绝不会通过邮件发送卡号或兑换码。'],
    push: '可在“卡片”中查看。',
  },
  redemption_failed: {
    subject: '你的 {amount} 奖励未能发放',
    paragraphs: [
      '发放机构拒绝了你的 {amount} 奖励。你没有任何损失：{points} 已退回你的余额。',
      '如有疑问，请写信至 {support}。',
    ],
    button: '查看我的卡片',
    footnotes: [SWITCHES],
    push: '你没有任何损失：{points} 已退回你的余额。',
  },
  redemption_refused: {
    subject: '你的 {amount} 奖励未能发放',
    paragraphs: [
      '{product} 团队未能为你发放 {amount} 奖励。你没有任何损失：{points} 已退回你的余额。',
      '{text}',
    ],
    button: '查看我的卡片',
    footnotes: [QUESTIONS],
    push: '你没有任何损失：{points} 已退回你的余额。',
  },
  redemption_in_review: {
    subject: '你的 {amount} 奖励需要更长时间',
    paragraphs: [
      '你的 {amount} 奖励尚未发放，工作人员正在审核。积分已为其预留，不会丢失。',
      '有结果后，我们会立即通知你。',
    ],
    button: '查看我的卡片',
    footnotes: [SWITCHES],
    push: '工作人员正在审核，积分已为其预留。',
  },
  redemption_late: {
    subject: '你的 {amount} 奖励需要更长时间',
    paragraphs: [
      '你的 {amount} 奖励所需时间超过了我们的承诺：它由我们的团队亲自发放，目前尚未完成。积分已为其预留，不会丢失。',
      '准备好后，我们会立即通知你。如果无法发放，积分会退回，我们也会说明原因。',
    ],
    button: '查看我的卡片',
    footnotes: [SWITCHES],
    push: '它由我们的团队亲自发放，积分已为其预留。',
  },
  redemption_details: {
    subject: '你的 {amount} 卡在等待你的信息',
    paragraphs: [
      '发卡机构需要你的账单地址，以及用拉丁字母（A–Z）书写的个人资料姓名，才能发放你的 {amount} 卡。',
      '请在“卡片”中填写地址。发卡机构收到这两项后，卡片会继续办理。如果两项都已填写，说明发卡机构未接受其中一项：请逐行检查。',
    ],
    button: '查看我的卡片',
    footnotes: [QUESTIONS],
    push: '发卡机构需要你的账单地址和用拉丁字母书写的姓名。',
  },
  award_issued: {
    subject: '{product} 送给你一张 {amount} 卡',
    paragraphs: [
      '{product} 团队送给你一张 {amount} 卡，没有扣除你的积分。',
      '{text}',
      '卡片及使用所需的全部信息都在“卡片”中。',
    ],
    button: '查看我的卡',
    footnotes: ['我们绝不会通过邮件发送卡号。'],
    push: '没有扣除你的积分，可在“卡片”中查看。',
  },
  award_failed: {
    subject: '你的 {amount} 礼品卡未能发放',
    paragraphs: [
      '{product} 团队送给你一张 {amount} 卡，但未能发放。没有扣除你的积分。',
      '{text}',
      '如有疑问，请写信至 {support}。',
    ],
    button: '查看我的卡片',
    footnotes: [SWITCHES],
    push: '没有扣除你的积分，原因请见“卡片”。',
  },
  points_added: {
    subject: '{product} 送给你 {points}',
    paragraphs: ['{product} 团队为你的余额增加了 {points}。当前余额为 {balance}。', '{text}'],
    button: '查看余额',
    footnotes: [SWITCHES],
    push: '团队已将其计入你的余额。当前余额为 {balance}。',
  },
  points_removed: {
    subject: '你的余额被扣除了 {points}',
    paragraphs: [
      '{product} 团队从你的余额中扣除了 {points}。当前余额为 {balance}。',
      '{text}',
      '如果你认为有误，请写信至 {support}。',
    ],
    button: '查看余额',
    footnotes: [QUESTIONS],
    push: '当前余额为 {balance}。原因请见邮件。',
  },
  redemption_checked: {
    subject: '我们会在发放前审核你的 {amount} 奖励',
    paragraphs: [
      '在发放你的 {amount} 奖励之前，我们的工作人员会审核你兑换 {points} 的申请。积分已为其预留，不会丢失。',
      '“卡片”中会显示最迟何时作出决定。除非我们在那里向你提问，否则你无需做任何事。',
    ],
    button: '查看我的卡片',
    footnotes: [QUESTIONS],
    push: '工作人员会先审核，积分已为其预留。',
  },
  redemption_question: {
    subject: '关于你的 {amount} 奖励的一个问题',
    paragraphs: [
      '在发放你的 {amount} 奖励之前，我们的团队想问你：',
      '{text}',
      '请在“卡片”中回答。积分已为其预留，不会丢失。',
    ],
    button: '回答',
    footnotes: [QUESTIONS],
    push: '我们的团队有问题想问你，请在“卡片”中回答。',
  },
  review_refunded: {
    subject: '你的 {points} 已退回余额',
    paragraphs: ['经过审核，你的 {amount} 奖励未发放，{points} 已退回你的余额。', '{text}'],
    button: '查看我的卡片',
    footnotes: [QUESTIONS],
    push: '经过审核，你的 {amount} 奖励未发放。',
  },
  review_lapsed: {
    subject: '你的 {points} 已退回余额',
    paragraphs: [
      '我们未能及时就你的 {amount} 奖励作出决定，因此没有发放。{points} 已退回你的余额。',
      '很抱歉让你久等。',
    ],
    button: '查看我的卡片',
    footnotes: [QUESTIONS],
    push: '我们未能及时就你的 {amount} 奖励作出决定。',
  },
  review_stopped: {
    subject: '你的 {points} 已退回余额',
    paragraphs: [
      '你的 {amount} 奖励的决定期限结束时，你的账户处于暂停或停用状态，因此没有发放。{points} 已退回你的余额。',
      '账户恢复后，你可以再次兑换。',
    ],
    button: '查看我的卡片',
    footnotes: [QUESTIONS],
    push: '你的账户处于暂停或停用状态，因此你的 {amount} 奖励没有发放。',
  },
  review_overdue: {
    subject: '一笔 {amount} 的兑换等待决定',
    paragraphs: ['一笔 {amount} 的兑换正在审核，审核时间已过半。时间结束后，网站将按设置处理。'],
    button: '打开审核',
    footnotes: [],
    push: '审核时间已过半。',
  },
  webhook_stopped: {
    subject: '发往 {what} 的 Webhook 已关闭',
    paragraphs: [
      '不再向 {what} 发送事件：它应答说不再需要，或者五天内什么都没有接收。从现在起发生的事不会告诉它。',
      '等对方系统恢复后，请开启 Webhook，并重新发送失败的消息。',
    ],
    button: '打开 Webhook',
    footnotes: [],
    push: '它不再需要事件，或者五天内没有接收任何事件。',
  },
  redemption_returned: {
    subject: '你的 {amount} 奖励已被取消',
    paragraphs: ['发放机构在奖励使用前取消了你的 {amount} 奖励。你没有任何损失：{points} 已退回你的余额。'],
    button: '查看我的卡片',
    footnotes: [SWITCHES],
    push: '奖励尚未使用：{points} 已退回你的余额。',
  },
  redemption_withdrawn: {
    subject: '你的 {amount} 奖励已被取消',
    paragraphs: [
      '发放机构取消了你的 {amount} 奖励，因此无法再使用。此奖励的积分没有退回。',
      '如果你认为有误，请写信至 {support}，会有工作人员审核。',
    ],
    button: '查看我的卡片',
    footnotes: [SWITCHES],
    push: '奖励已无法使用，原因请见“卡片”。',
  },
  reward_ending: {
    subject: '你的 {amount} 奖励即将到期',
    paragraphs: [
      '你的 {amount} 奖励可使用至 {day}，之后无法使用。奖励在“卡片”中。',
      '如果你已经使用，则无需理会。',
    ],
    button: '查看奖励',
    footnotes: [SWITCHES],
    push: '可使用至 {day}。',
  },
  account_suspended: {
    subject: '你的 {product} 账户已被停用',
    paragraphs: [
      '你的账户已被停用。任何人都无法登录，也不会再从中发放任何奖励。积分不会因此被扣除，但合作方仍可收回其支付的积分。',
      '原因：{reason}。',
      '{text}',
      '你可以回复：像往常一样登录后就能看到填写的地方，会有工作人员阅读并作出决定。',
    ],
    button: '登录',
    footnotes: [QUESTIONS],
    push: '你的账户已被停用。',
  },
  account_reinstated: {
    subject: '你的 {product} 账户已恢复',
    paragraphs: ['你的账户已解除停用。你可以像以前一样登录。', '{answer}'],
    button: '登录',
    footnotes: [QUESTIONS],
    push: '你可以重新登录了。',
  },
  suspension_kept: {
    subject: '我们审核了你的回复',
    paragraphs: ['我们审核了你的回复，你的账户维持停用。', '{answer}'],
    button: '登录',
    footnotes: [QUESTIONS],
    push: '你的账户维持停用。',
  },
  account_paused: {
    subject: '你的 {product} 兑换已暂停',
    paragraphs: [
      '你的账户已暂停兑换。你仍然可以登录、查看所有内容并继续赚取积分，积分依然归你所有。',
      '原因：{reason}。',
      '{text}',
      '你可以在“我的”页面回复，会有工作人员阅读并作出决定。',
    ],
    button: '查看并回复',
    footnotes: [QUESTIONS],
    push: '原因和回复方式请见“我的”页面。',
  },
  api_key_created: {
    subject: '{product} 新建了一个 API 密钥',
    paragraphs: [
      '{product} 的一位所有者创建了 API 密钥“{keyName}”（{beginning}…）。持有者可以调用 {product} 的管理功能。密钥列表中列有创建者、权限和有效期。',
      '如果你的团队中没有人需要它，请立即撤销。',
    ],
    button: '查看 API 密钥',
    footnotes: ['所有所有者都会收到这封邮件。'],
    push: '一位所有者创建了密钥“{keyName}”。',
  },
  webhook_addressed: {
    subject: '{product} 的一个 Webhook 有了新地址',
    paragraphs: [
      '{product} 的一位所有者创建了一个 Webhook，或更改了某个 Webhook 的地址：网站的事件现在会发送到 {what}。Webhook 列表列出是哪些事件，审计记录显示是谁操作的。',
      '如果这不是你团队中任何人的意愿，请立即移除该 Webhook。',
    ],
    button: '打开 Webhook',
    footnotes: ['所有所有者都会收到这封邮件。'],
    push: '网站的事件现在会发送到 {what}。',
  },
  staff_changed: {
    subject: '{product} 的一个管理角色已变更',
    paragraphs: [
      '{product} 有人获得了管理角色、换了角色，或不再有角色。工作人员列表列出各人的角色，审计记录显示是谁更改的。',
      '如果这不是你团队中任何人的意愿，请立即撤销该角色。',
    ],
    button: '查看工作人员',
    footnotes: ['所有所有者都会收到这封邮件。'],
    push: '有人获得了管理角色、换了角色，或不再有角色。',
  },
  staff_suspension: {
    subject: '{product} 的一位管理员被停用或已解除停用',
    paragraphs: [
      '{product} 一位拥有管理角色的人被停用，或已解除停用。审计记录显示是谁，以及是谁操作的。',
      '如果这不是你团队中任何人的意愿，请立即撤销此操作。',
    ],
    button: '打开审计记录',
    footnotes: ['所有所有者都会收到这封邮件。'],
    push: '一位管理员被停用或已解除停用。',
  },
  connection_ended: {
    subject: '{product} 的一个 API 密钥或 Webhook 已停用',
    paragraphs: [
      '{product} 的一位所有者撤销了 API 密钥，移除或关闭了 Webhook，或减少了 Webhook 的事件：{what}。依赖它的系统可能无法再工作。审计记录显示是谁操作的。',
      '如果这不是你团队中任何人的意愿，请立即更换一个新的。',
    ],
    button: '打开审计记录',
    footnotes: ['所有所有者都会收到这封邮件。'],
    push: '依赖 {what} 的系统可能无法再工作。',
  },
  staff_factor_reset: {
    subject: '{product} 一位管理员的两步验证已被重置',
    paragraphs: [
      '有人通过服务器的命令行移除了 {product} 一位管理员的第二步验证和所有通行密钥。在重新设置之前，仅凭密码即可登录该账户。审计记录显示是哪一位。',
      '如果这不是你团队中任何人的意愿，请立即撤销该角色。',
    ],
    button: '查看工作人员',
    footnotes: ['所有所有者都会收到这封邮件。'],
    push: '一位管理员的两步验证已被重置。',
  },
  staff_role_changed: {
    subject: '你在 {product} 的角色已变更',
    paragraphs: [
      '你在 {product} 获得了管理角色、换了角色，或不再有角色。所有设备均已退出登录。重新登录即可查看你现在的权限。',
    ],
    button: '打开“我的”页面',
    footnotes: ['如果你对此感到意外，请写信至 {support}。'],
    push: '所有设备均已退出登录。',
  },
  account_resumed: {
    subject: '你的 {product} 兑换已恢复',
    paragraphs: ['你的账户已解除暂停，可以像以前一样兑换积分。'],
    button: '前往“我的”页面',
    footnotes: [QUESTIONS],
    push: '你可以像以前一样兑换积分。',
  },
  appeal_granted: {
    subject: '我们审核了你的回复',
    paragraphs: ['我们审核了你的回复，你的账户已解除暂停。', '{answer}'],
    button: '前往“我的”页面',
    footnotes: [QUESTIONS],
    push: '你的账户已解除暂停。',
  },
  appeal_kept: {
    subject: '我们审核了你的回复',
    paragraphs: ['我们审核了你的回复，你的账户暂时维持暂停。积分依然归你所有。', '{answer}'],
    button: '前往“我的”页面',
    footnotes: [QUESTIONS],
    push: '暂时维持暂停，请查看“我的”页面。',
  },
};

const mails: Record<keyof Texts['mails'], MailText> = {
  verificationCode: {
    subject: '{code} 是你的 {product} 验证码',
    paragraphs: ['欢迎！请输入此验证码以确认邮箱并完成注册：'],
    button: '在此设备上确认',
    footnotes: [
      '验证码在 {minutes} 分钟内有效。收到新的验证码后，此验证码即失效。',
      '如果你没有注册，请忽略此邮件：没有验证码就不会创建账户。请勿将验证码告诉任何人。',
    ],
  },
  alreadyMember: {
    subject: '你已经有 {product} 账户了',
    paragraphs: [
      '有人（可能是你）尝试用此邮箱注册 {product}。此邮箱已有账户，因此没有任何变动。',
      '请使用密码登录。如果忘记密码，请在登录页面选择“忘记密码？”。',
    ],
    button: '登录',
    footnotes: [NOT_YOU],
  },
  resetLink: {
    subject: '重置你的 {product} 密码',
    paragraphs: ['有人（可能是你）申请重置你的账户密码。'],
    button: '设置新密码',
    footnotes: [
      '链接只能使用一次，{hours} 小时后失效。收到新的链接后，此链接即失效。',
      '如果不是你本人操作，请忽略此邮件：你的密码保持不变。',
    ],
  },
  emailChangeCode: {
    subject: '{code} 用于确认你的新 {product} 邮箱',
    paragraphs: ['请在“我的”页面输入此验证码，将你的账户改用此邮箱：'],
    footnotes: [
      '验证码在 {minutes} 分钟内有效。收到新的验证码后，此验证码即失效。',
      '如果你没有申请，请忽略此邮件：没有验证码就不会有任何变动。请勿将验证码告诉任何人。',
    ],
  },
  emailTaken: {
    subject: '此邮箱已有 {product} 账户',
    paragraphs: ['有人申请将另一个 {product} 账户改用此邮箱。此邮箱已有自己的账户，因此没有任何变动。'],
    footnotes: [NOT_YOU],
  },
  farewell: {
    subject: '你的 {product} 账户已删除',
    paragraphs: [
      '你的账户已被删除，你的个人信息已清除。仍在准备中的奖励无法再领取。以随机编号保留的记录，以及可能保留的邮箱指纹，会保存到隐私政策所说的期限。感谢你的陪伴。',
      TIME,
      '如果不是你本人操作，请立即写信至 {support}。已删除的数据无法恢复。',
    ],
    footnotes: ['这是发往此邮箱的最后一封邮件。欢迎你随时再次注册。'],
  },
  farewellToEarlier: {
    subject: '曾使用此邮箱的一个 {product} 账户已删除',
    paragraphs: [
      '不久前还使用此邮箱的一个 {product} 账户已被删除。',
      TIME,
      '如果更换邮箱和删除账户不是你本人操作，请立即用此邮箱写信至 {support}。已删除的数据无法恢复。',
    ],
    footnotes: [WAS_YOU],
  },
};

/** Chinese, in simplified characters. */
export const zh: Texts = {
  points: { other: '{count} 积分' },
  notices,
  mails,
  pauseReasons: {
    many_accounts: '有多个账户似乎属于同一个人',
    disposable_email: '账户使用了一次性邮箱',
    unusual_speed: '任务完成速度异常快',
    many_reversals: '合作方收回了多笔积分',
    region: '账户似乎在我们不提供服务的地区使用',
    staff_review: '我们的工作人员正在审核此账户',
  },
  pass: {
    description: '{product} 奖励凭证',
    value: '金额',
    issued: '发放日期',
    expires: '有效期至',
    reference: '参考编号',
    about: '关于此凭证',
    note: '此凭证用于提醒你拥有的奖励。它不是支付卡，不能轻触付款，也不含兑换码。奖励在你的 {product} 账户中。',
    brief: '此凭证不能付款，奖励在 {product} 中。',
    open: '打开 {product}',
    test: '测试凭证',
  },
  unsubscribe: {
    why: '你收到此邮件，是因为你同意接收 {product} 的新闻和优惠。',
    link: '退订',
    title: '退订',
    question: '不再通过邮件接收 {product} 的新闻和优惠？与账户有关的邮件仍会发送。',
    button: '退订',
    doneTitle: '已退订',
    done: '我们不会再向你发送新闻和优惠。你可以在“我的”页面重新同意接收。',
    invalidTitle: '此链接无效',
    invalid: '链接不完整。请从邮件中重新打开，或在“我的”页面关闭营销邮件。',
    home: '前往 {product}',
  },
};
