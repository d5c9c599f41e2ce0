import type { MailText, NoticeText, Texts } from './texts.ts';

const TIME = '日時：{at}';
const WAS_YOU = 'ご本人による操作の場合、必要な手続きはありません。';

/** A change that its owner may not have made, and what they are to do then. */
const change = (
  subject: string,
  fact: string,
  advice = 'お心当たりがない場合は、すぐにパスワードを再設定し、{support}までご連絡ください。',
): NoticeText => ({
  subject,
  paragraphs: [fact, TIME, advice],
  button: 'アカウントを確認する',
  footnotes: [WAS_YOU],
  push: fact,
});

const NOT_YOU = 'お心当たりがない場合も、必要な手続きはありません。';
const SWITCHES = '受け取るメールは、プロフィールで選べます。';
const QUESTIONS = 'ご質問は{support}までお寄せください。';

const notices: Texts['notices'] = {
  password_changed: change(
    '{product}のパスワードが変更されました',
    'アカウントのパスワードが変更され、ほかのすべての端末からログアウトしました。',
  ),
  two_factor_enabled: change(
    '{product}の2段階認証がオンになりました',
    'ログインには、認証アプリまたはパスキーによる2つ目の確認が必要になりました。ほかのすべての端末からログアウトしました。',
  ),
  two_factor_disabled: change(
    '{product}の2段階認証がオフになりました',
    'ログインの際に、2つ目の確認は求められなくなりました。',
  ),
  backup_codes_renewed: change(
    '{product}のバックアップコードが再発行されました',
    'アカウントの新しいバックアップコードが発行されました。以前のコードは使えません。',
  ),
  backup_code_used: change(
    '{product}のバックアップコードが使用されました',
    '2つ目の確認に、アカウントのバックアップコードが使用されました。同じコードは二度と使えません。',
  ),
  passkey_added: change(
    '{product}のアカウントにパスキーが追加されました',
    'アカウントにパスキーが追加されました。端末：{device}。このパスキーがあれば、パスワードなしでログインできます。パスワードを変更しても、使えなくなりません。ご自身のパスキーでない場合は、プロフィールで削除してください。',
  ),
  passkey_removed: change(
    '{product}のアカウントからパスキーが削除されました',
    'アカウントのパスキーが1つ削除され、ログインに使えなくなりました。',
  ),
  passkey_copied: change(
    '{product}のパスキーのコピーを拒否しました',
    'お使いのパスキーのコピーと思われるものでログインが試みられました。端末：{device}。ログインはできていません。プロフィールでそのパスキーを削除し、新しいものを追加してください。',
  ),
  identity_linked: change(
    '{provider}で{product}にログインできるようになりました',
    '{provider}のアカウントが連携され、これからログインに使えるようになりました。パスワードを変更しても、連携は解除されません。ご自身のアカウントでない場合は、プロフィールで連携を解除してください。',
  ),
  identity_unlinked: change(
    '{provider}では{product}にログインできなくなりました',
    '{provider}のアカウントの連携が解除され、ログインに使えなくなりました。',
  ),
  new_device: change(
    '{product}への新しいログイン',
    'これまでにない端末または場所から、アカウントへのログインがありました。おそらくご本人によるものです。端末：{device}。',
  ),
  second_factors_refused: change(
    '{product}アカウントで誤った2段階認証コードの入力がありました',
    'アカウントの正しいパスワードが入力された後、誤った2段階認証コードが複数回入力されました。最後の入力に使われた端末：{device}。ログインはできていませんが、パスワードを知られている可能性があります。',
  ),
  second_factors_refused_elsewhere: change(
    '{product}アカウントで誤った2段階認証コードの入力がありました',
    '連携中のアカウントで{provider}にログインした後、誤った2段階認証コードが複数回入力されました。最後の入力に使われた端末：{device}。当サイトへのログインはできていません。',
    'お心当たりがない場合は、すぐに{provider}のアカウントを保護するか、プロフィールで連携を解除し、{support}までご連絡ください。当サイトのパスワードを変更しても防げません。',
  ),
  passwords_refused: change(
    '{product}アカウントで誤ったパスワードの入力が多数ありました',
    'アカウントに対して、誤ったパスワードが非常に多く試されました。最後の入力に使われた端末：{device}。正しいものはありませんでした。以前にログインしたことのある端末は引き続き使えますが、新しい端末からのログインは、パスワードを再設定しない限り最長1日お断りします。',
  ),
  passwords_refused_known: change(
    '{product}アカウントで誤ったパスワードの入力が多数ありました',
    '以前にログインしたことのある端末、またはそこからコピーされたデータを使って、アカウントに誤ったパスワードが多数試されました。端末：{device}。正しいものはありませんでした。パスワードを再設定すると、すべての端末からログアウトします。',
  ),
  email_change_requested: change(
    '{product}のメールアドレス変更の申請',
    'アカウントのメールアドレスを変更する申請がありました。おそらくご本人によるものです。まだ何も変更されていません。変更には、新しいアドレスに送られたコードが必要です。',
  ),
  email_changed: change(
    '{product}のメールアドレスが変更されました',
    'アカウントのメールアドレスが別のものに変更されました。今後のメールはそちらにお送りします。',
    'お心当たりがない場合は、すぐにこのアドレスから{support}までご連絡ください。新しいパスワードのリンクは、このアドレスにはもう届きません。ログインしたままの端末があれば、その端末のプロフィールでメールアドレスを元に戻し、その後パスワードを変更してください。',
  ),
  data_exported: change(
    '{product}のデータのコピーがダウンロードされました',
    'アカウントの全データのコピーがダウンロードされました。おそらくご本人によるものです。',
  ),
  points_credited: {
    subject: '{points}を獲得しました',
    paragraphs: ['「{what}」で{points}を獲得しました。現在の残高は{balance}です。'],
    button: '履歴を見る',
    footnotes: [SWITCHES],
    push: '{what}。現在の残高は{balance}です。',
  },
  points_reversed: {
    subject: '{points}が取り消されました',
    paragraphs: [
      '「{what}」の報酬を支払ったパートナーが、{points}を取り消しました。現在の残高は{balance}です。',
      'タスクが完了していない、過去に行ったことがある、注文がキャンセルされたなどの理由で広告主がタスクを承認しないと、パートナーは報酬を取り消します。残高がマイナスの場合は、新しく獲得した分から補われます。',
      'タスクを正しく完了したと思われる場合は、まずオファーウォールのヘルプページでお問い合わせください。解決しない場合は、{support}までご連絡ください。',
    ],
    button: '履歴を見る',
    footnotes: [SWITCHES],
    push: '「{what}」のパートナーが報酬を取り消しました。現在の残高は{balance}です。',
  },
  pending_reversed: {
    subject: '付与予定だった{points}は加算されません',
    paragraphs: [
      'パートナーが「{what}」の報酬を支払わないため、付与予定だった{points}は加算されません。残高は{balance}のままです。',
      'タスクが完了していない、過去に行ったことがある、注文がキャンセルされたなどの理由で広告主がタスクを承認しないと、パートナーは報酬を取り消します。',
      'タスクを正しく完了したと思われる場合は、まずオファーウォールのヘルプページでお問い合わせください。解決しない場合は、{support}までご連絡ください。',
    ],
    button: '履歴を見る',
    footnotes: [SWITCHES],
    push: 'パートナーは「{what}」の報酬を支払いません。残高は{balance}のままです。',
  },
  debt_met: {
    subject: '以前のアカウントの不足分{points}が差し引かれました',
    paragraphs: [
      '同じメールボックスの以前のアカウントに、{points}の不足が残っていました。その分を残高から差し引きました。現在の残高は{balance}です。',
      '残高がマイナスの場合は、新しく獲得した分から補われます。',
      '誤りだと思われる場合は、{support}までご連絡ください。',
    ],
    button: '履歴を見る',
    footnotes: [SWITCHES],
    push: '以前のアカウントに残っていた不足分です。現在の残高は{balance}です。',
  },
  claim_granted: {
    subject: '届いていなかった報酬が届きました：{points}',
    paragraphs: ['「{what}」についての報告を確認し、{points}をアカウントに付与しました。', '{answer}'],
    button: '履歴を見る',
    footnotes: [SWITCHES],
    push: '「{what}」の{points}をアカウントに付与しました。',
  },
  claim_refused: {
    subject: 'ご報告を確認しました',
    paragraphs: ['「{what}」についての報告を確認しましたが、報酬を付与できませんでした。', '{answer}'],
    button: 'タスクを見る',
    footnotes: [QUESTIONS],
    push: '「{what}」の報酬は付与できませんでした。返答は報告の一覧にあります。',
  },
  offer_deadline: {
    subject: '残り時間がわずかです：{what}',
    paragraphs: [
      '{what}を開始しています。次のステップは{at}までに達成してください。その後はポイントが付きません。',
    ],
    button: 'タスクを見る',
    footnotes: [SWITCHES],
    push: '次のステップは{at}までに達成してください。',
  },
  threshold_reached: {
    subject: '特典と交換できます',
    paragraphs: ['残高が{balance}になりました。いつでもお好きなときに交換できます。'],
    button: '特典と交換する',
    footnotes: [SWITCHES],
    push: '残高が{balance}になりました。いつでもお好きなときに交換できます。',
  },
  redemption_issued: {
    subject: '{amount}の特典の準備ができました',
    paragraphs: ['{amount}の特典を発行しました。ご利用に必要な情報とあわせて、カード画面で確認できます。'],
    button: '特典を表示する',
    footnotes: ['カード番号やコードをメールでお送りすることはありません。'],
    push: 'カード画面で確認できます。',
  },
  redemption_failed: {
    subject: '{amount}の特典を発行できませんでした',
    paragraphs: [
      '{amount}の特典の発行を発行会社が受け付けませんでした。ポイントは減っていません。{points}は残高に戻りました。',
      'ご質問は{support}までお寄せください。',
    ],
    button: 'カードを見る',
    footnotes: [SWITCHES],
    push: 'ポイントは減っていません。{points}は残高に戻りました。',
  },
  redemption_refused: {
    subject: '{amount}の特典をお渡しできませんでした',
    paragraphs: [
      '{product}のチームは、{amount}の特典をお渡しできませんでした。ポイントは減っていません。{points}は残高に戻りました。',
      '{text}',
    ],
    button: 'カードを見る',
    footnotes: [QUESTIONS],
    push: 'ポイントは減っていません。{points}は残高に戻りました。',
  },
  redemption_in_review: {
    subject: '{amount}の特典に時間がかかっています',
    paragraphs: [
      '{amount}の特典がまだ発行されていないため、スタッフが確認しています。ポイントは確保されており、なくなりません。',
      '結果が決まり次第、お知らせします。',
    ],
    button: 'カードを見る',
    footnotes: [SWITCHES],
    push: 'スタッフが確認しています。ポイントは確保されています。',
  },
  redemption_late: {
    subject: '{amount}の特典に時間がかかっています',
    paragraphs: [
      '{amount}の特典が、お約束した時間より遅れています。この特典は当サイトのスタッフがご用意するもので、まだご用意できていません。ポイントは確保されており、なくなりません。',
      'ご用意でき次第、お知らせします。お渡しできない場合はポイントをお戻しし、理由をお伝えします。',
    ],
    button: 'カードを見る',
    footnotes: [SWITCHES],
    push: '当サイトのスタッフがご用意します。ポイントは確保されています。',
  },
  redemption_details: {
    subject: '{amount}のカードには情報の入力が必要です',
    paragraphs: [
      '{amount}のカードを発行するには、請求先住所と、ラテン文字（A～Z）で登録されたプロフィールの名前が必要です。',
      'カード画面で住所をご入力ください。両方がそろい次第、カードの手続きが進みます。すでに両方をご登録の場合は、カード発行会社がいずれかを受け付けませんでした。各項目をご確認ください。',
    ],
    button: 'カードを見る',
    footnotes: [QUESTIONS],
    push: 'カード発行会社が請求先住所とラテン文字の名前を必要としています。',
  },
  award_issued: {
    subject: '{product}から{amount}のカードが贈られました',
    paragraphs: [
      '{product}のチームから{amount}のカードをお贈りしました。ポイントは使われていません。',
      '{text}',
      'ご利用に必要な情報とあわせて、カード画面で確認できます。',
    ],
    button: 'カードを表示する',
    footnotes: ['カード番号をメールでお送りすることはありません。'],
    push: 'ポイントは使われていません。カード画面で確認できます。',
  },
  award_failed: {
    subject: '{amount}のギフトカードを発行できませんでした',
    paragraphs: [
      '{product}のチームが{amount}のカードをお贈りしましたが、発行できませんでした。ポイントは使われていません。',
      '{text}',
      'ご質問は{support}までお寄せください。',
    ],
    button: 'カードを見る',
    footnotes: [SWITCHES],
    push: 'ポイントは使われていません。理由はカード画面をご覧ください。',
  },
  points_added: {
    subject: '{product}から{points}が届きました',
    paragraphs: ['{product}のチームが残高に{points}を加えました。現在の残高は{balance}です。', '{text}'],
    button: '残高を見る',
    footnotes: [SWITCHES],
    push: 'チームが残高に加えました。現在の残高は{balance}です。',
  },
  points_removed: {
    subject: '残高から{points}が差し引かれました',
    paragraphs: [
      '{product}のチームが残高から{points}を差し引きました。現在の残高は{balance}です。',
      '{text}',
      '誤りだと思われる場合は、{support}までご連絡ください。',
    ],
    button: '残高を見る',
    footnotes: [QUESTIONS],
    push: '現在の残高は{balance}です。理由はメールをご覧ください。',
  },
  redemption_checked: {
    subject: '発行前に{amount}の特典を確認しています',
    paragraphs: [
      '{amount}の特典を発行する前に、{points}の交換をチームの担当者が確認します。ポイントは確保されており、なくなりません。',
      '判断の期限はカード画面に表示されます。そこで質問があった場合を除き、必要な手続きはありません。',
    ],
    button: 'カードを見る',
    footnotes: [QUESTIONS],
    push: 'まず担当者が確認します。ポイントは確保されています。',
  },
  redemption_question: {
    subject: '{amount}の特典についての質問',
    paragraphs: [
      '{amount}の特典を発行する前に、チームからお聞きしたいことがあります：',
      '{text}',
      'カード画面でご回答ください。ポイントは確保されており、なくなりません。',
    ],
    button: '回答する',
    footnotes: [QUESTIONS],
    push: 'チームから質問があります。カード画面でご回答ください。',
  },
  review_refunded: {
    subject: '{points}が残高に戻りました',
    paragraphs: ['確認の結果、{amount}の特典は発行されず、{points}が残高に戻りました。', '{text}'],
    button: 'カードを見る',
    footnotes: [QUESTIONS],
    push: '確認の結果、{amount}の特典は発行されませんでした。',
  },
  review_lapsed: {
    subject: '{points}が残高に戻りました',
    paragraphs: [
      '{amount}の特典について期限までに判断できなかったため、発行されませんでした。{points}は残高に戻りました。',
      'お待たせして申し訳ありません。',
    ],
    button: 'カードを見る',
    footnotes: [QUESTIONS],
    push: '{amount}の特典について、期限までに判断できませんでした。',
  },
  review_stopped: {
    subject: '{points}が残高に戻りました',
    paragraphs: [
      '{amount}の特典の判断期限に、アカウントが一時停止中または利用停止中だったため、発行されませんでした。{points}は残高に戻りました。',
      'アカウントが再び使えるようになると、もう一度交換できます。',
    ],
    button: 'カードを見る',
    footnotes: [QUESTIONS],
    push: 'アカウントが一時停止中または利用停止中だったため、{amount}の特典は発行されませんでした。',
  },
  review_overdue: {
    subject: '{amount}の交換が判断を待っています',
    paragraphs: [
      '{amount}の交換が審査中で、期限までの時間の半分が過ぎました。期限になると、サイトの設定に従って処理されます。',
    ],
    button: '審査を開く',
    footnotes: [],
    push: '審査期間の半分が過ぎました。',
  },
  webhook_stopped: {
    subject: '{what}へのWebhookはオフになりました',
    paragraphs: [
      '{what}へのイベントの送信を止めました。不要という応答があったか、5日間何も受け取られなかったためです。これから起きることは知らされません。',
      '相手のシステムが動くようになったら、Webhookをオンにして、失敗したものを再送してください。',
    ],
    button: 'Webhookを開く',
    footnotes: [],
    push: 'イベントは不要という応答があったか、5日間受け取られませんでした。',
  },
  redemption_returned: {
    subject: '{amount}の特典が取り消されました',
    paragraphs: [
      '未使用のうちに、発行会社が{amount}の特典を取り消しました。ポイントは減っていません。{points}は残高に戻りました。',
    ],
    button: 'カードを見る',
    footnotes: [SWITCHES],
    push: '未使用だったため、{points}は残高に戻りました。',
  },
  redemption_withdrawn: {
    subject: '{amount}の特典が取り消されました',
    paragraphs: [
      '発行会社が{amount}の特典を取り消したため、もう使えません。この特典のポイントは戻りませんでした。',
      '誤りだと思われる場合は、{support}までご連絡ください。担当者が確認します。',
    ],
    button: 'カードを見る',
    footnotes: [SWITCHES],
    push: 'この特典はもう使えません。理由はカード画面をご覧ください。',
  },
  reward_ending: {
    subject: '{amount}の特典の有効期限が近づいています',
    paragraphs: [
      '{amount}の特典は{day}までご利用いただけます。その後は利用できません。特典はカード画面で確認できます。',
      'すでにご利用済みの場合、必要な手続きはありません。',
    ],
    button: '特典を表示する',
    footnotes: [SWITCHES],
    push: '{day}までご利用いただけます。',
  },
  account_suspended: {
    subject: '{product}のアカウントが利用停止になりました',
    paragraphs: [
      'アカウントを利用停止にしました。ログインはできず、特典の発行も行われません。これを理由にポイントが引かれることはありませんが、パートナーが支払った分を取り消すことはあります。',
      '理由：{reason}。',
      '{text}',
      '回答できます。いつもの方法でログインすると、回答欄が表示されます。担当者が読んで判断します。',
    ],
    button: 'ログイン',
    footnotes: [QUESTIONS],
    push: 'アカウントが利用停止になりました。',
  },
  account_reinstated: {
    subject: '{product}のアカウントが再開されました',
    paragraphs: ['アカウントの利用停止は解除されました。これまでどおりログインできます。', '{answer}'],
    button: 'ログイン',
    footnotes: [QUESTIONS],
    push: '再びログインできます。',
  },
  suspension_kept: {
    subject: 'いただいた回答を確認しました',
    paragraphs: ['いただいた回答を確認しましたが、アカウントの利用停止は継続します。', '{answer}'],
    button: 'ログイン',
    footnotes: [QUESTIONS],
    push: 'アカウントの利用停止は継続します。',
  },
  account_paused: {
    subject: '{product}の交換が一時停止されました',
    paragraphs: [
      'アカウントの交換を一時停止しました。ログインしてすべてを確認し、引き続きポイントを貯めることができます。ポイントはそのまま残ります。',
      '理由：{reason}。',
      '{text}',
      'プロフィールから回答できます。担当者が読んで判断します。',
    ],
    button: '確認して回答する',
    footnotes: [QUESTIONS],
    push: '理由と回答方法は、プロフィールをご覧ください。',
  },
  api_key_created: {
    subject: '{product}の新しいAPIキーが作成されました',
    paragraphs: [
      '{product}のオーナーがAPIキー「{keyName}」（{beginning}…）を作成しました。このキーを持つ人は、{product}の管理者用APIを呼び出せます。作成者、できること、有効期限は、キーの一覧で確認できます。',
      'チームの誰にも心当たりがない場合は、すぐに取り消してください。',
    ],
    button: 'APIキーを見る',
    footnotes: ['このメールはすべてのオーナーに届きます。'],
    push: 'オーナーがキー「{keyName}」を作成しました。',
  },
  webhook_addressed: {
    subject: '{product}のWebhookに新しいアドレスが設定されました',
    paragraphs: [
      '{product}のオーナーがWebhookを作成したか、新しいアドレスを設定しました。サイトのイベントは今後{what}に送信されます。どのイベントかはWebhookの一覧に、だれが行ったかは監査記録に表示されます。',
      'チームのだれも望んでいない場合は、すぐにそのWebhookを削除してください。',
    ],
    button: 'Webhookを開く',
    footnotes: ['このメールはすべてのオーナーに届きます。'],
    push: 'サイトのイベントは今後{what}に送信されます。',
  },
  staff_changed: {
    subject: '{product}の管理者の役割が変更されました',
    paragraphs: [
      '{product}で、だれかに管理者の役割が付与されたか、変更または解除されました。だれがどの役割かはスタッフ一覧に、だれが変更したかは監査記録に表示されます。',
      'チームのだれも望んでいない変更であれば、すぐにその役割を解除してください。',
    ],
    button: 'スタッフを見る',
    footnotes: ['このメールはすべてのオーナーに届きます。'],
    push: 'だれかの管理者の役割が付与、変更、または解除されました。',
  },
  staff_suspension: {
    subject: '{product}の管理者が利用停止になったか、利用停止が解除されました',
    paragraphs: [
      '{product}で管理者の役割を持つ人が利用停止になったか、その利用停止が解除されました。対象者と操作した人は、監査記録で確認できます。',
      'チームのだれも望んでいない場合は、すぐに元に戻してください。',
    ],
    button: '監査記録を開く',
    footnotes: ['このメールはすべてのオーナーに届きます。'],
    push: '管理者が利用停止になったか、利用停止が解除されました。',
  },
  connection_ended: {
    subject: '{product}のAPIキーまたはWebhookが無効になりました',
    paragraphs: [
      '{product}のオーナーがAPIキーを取り消したか、Webhookを削除またはオフにしたか、Webhookのイベントを減らしました：{what}。これを使っていたものは動かなくなる可能性があります。だれが行ったかは監査記録に表示されます。',
      'チームのだれも望んでいない場合は、すぐに代わりのものを用意してください。',
    ],
    button: '監査記録を開く',
    footnotes: ['このメールはすべてのオーナーに届きます。'],
    push: '{what}を使っていたものは動かなくなる可能性があります。',
  },
  staff_factor_reset: {
    subject: '{product}の管理者の2段階認証がリセットされました',
    paragraphs: [
      'サーバーのコマンドラインで、{product}で管理者の役割を持つ人の2段階認証とすべてのパスキーが解除されました。再び設定されるまで、そのアカウントにはパスワードだけでログインできます。だれのアカウントかは監査記録に表示されます。',
      'チームのだれも望んでいない変更であれば、すぐにその役割を解除してください。',
    ],
    button: 'スタッフを見る',
    footnotes: ['このメールはすべてのオーナーに届きます。'],
    push: '管理者の2段階認証がリセットされました。',
  },
  staff_role_changed: {
    subject: '{product}での役割が変更されました',
    paragraphs: [
      '{product}で、あなたの管理者の役割が付与、変更、または解除されました。すべての端末からログアウトしました。もう一度ログインすると、現在できることを確認できます。',
    ],
    button: 'プロフィールを開く',
    footnotes: ['お心当たりがない場合は、{support}までご連絡ください。'],
    push: 'すべての端末からログアウトしました。',
  },
  account_resumed: {
    subject: '{product}の交換が再開されました',
    paragraphs: ['アカウントの一時停止が解除されました。これまでどおりポイントを交換できます。'],
    button: 'プロフィールへ',
    footnotes: [QUESTIONS],
    push: 'これまでどおりポイントを交換できます。',
  },
  appeal_granted: {
    subject: 'いただいた回答を確認しました',
    paragraphs: ['いただいた回答を確認し、アカウントの一時停止を解除しました。', '{answer}'],
    button: 'プロフィールへ',
    footnotes: [QUESTIONS],
    push: 'アカウントの一時停止を解除しました。',
  },
  appeal_kept: {
    subject: 'いただいた回答を確認しました',
    paragraphs: [
      'いただいた回答を確認しましたが、アカウントの一時停止は当面継続します。ポイントはそのまま残ります。',
      '{answer}',
    ],
    button: 'プロフィールへ',
    footnotes: [QUESTIONS],
    push: '一時停止は当面継続します。プロフィールをご覧ください。',
  },
};

const mails: Record<keyof Texts['mails'], MailText> = {
  verificationCode: {
    subject: '{code}は{product}の確認コードです',
    paragraphs: ['ようこそ！このコードを入力してメールアドレスを確認し、登録を完了してください：'],
    button: 'この端末で確認する',
    footnotes: [
      'コードは{minutes}分間有効です。新しいコードが発行されると、このコードは無効になります。',
      '登録した覚えがない場合は、このメールを無視してください。コードがなければアカウントは作成されません。コードは誰にも教えないでください。',
    ],
  },
  alreadyMember: {
    subject: '{product}のアカウントはすでにあります',
    paragraphs: [
      'このアドレスで{product}に登録しようとした方がいます。おそらくご本人です。このアドレスにはすでにアカウントがあるため、何も変更されていません。',
      'パスワードでログインしてください。お忘れの場合は、ログイン画面で「パスワードをお忘れですか？」を選んでください。',
    ],
    button: 'ログイン',
    footnotes: [NOT_YOU],
  },
  resetLink: {
    subject: '{product}のパスワードの再設定',
    paragraphs: ['アカウントのパスワードを再設定する申請がありました。おそらくご本人によるものです。'],
    button: '新しいパスワードを設定する',
    footnotes: [
      'リンクは1回だけ使え、{hours}時間で無効になります。新しいリンクが発行されると、このリンクは無効になります。',
      'お心当たりがない場合は、このメールを無視してください。パスワードは変わりません。',
    ],
  },
  emailChangeCode: {
    subject: '{code}は{product}の新しいアドレスの確認コードです',
    paragraphs: ['プロフィールでこのコードを入力すると、アカウントのアドレスがこのアドレスに変わります：'],
    footnotes: [
      'コードは{minutes}分間有効です。新しいコードが発行されると、このコードは無効になります。',
      'お心当たりがない場合は、このメールを無視してください。コードがなければ何も変わりません。コードは誰にも教えないでください。',
    ],
  },
  emailTaken: {
    subject: 'このアドレスの{product}アカウントはすでにあります',
    paragraphs: [
      '別の{product}アカウントのアドレスを、このアドレスに変更しようとした方がいます。このアドレスにはすでにアカウントがあるため、何も変更されていません。',
    ],
    footnotes: [NOT_YOU],
  },
  farewell: {
    subject: '{product}のアカウントを削除しました',
    paragraphs: [
      'アカウントを削除し、個人情報を消去しました。手配中だった特典は受け取れなくなりました。ランダムな番号のもとの記録と、場合によりメールボックスの識別用ハッシュは、プライバシーポリシーに記載の期間だけ残ります。ご利用いただき、ありがとうございました。',
      TIME,
      'お心当たりがない場合は、すぐに{support}までご連絡ください。削除されたデータは元に戻せません。',
    ],
    footnotes: ['このアドレスへのメールはこれが最後です。いつでもまたご登録いただけます。'],
  },
  farewellToEarlier: {
    subject: 'このアドレスが登録されていた{product}のアカウントが削除されました',
    paragraphs: [
      '最近までこのアドレスが登録されていた{product}のアカウントが削除されました。',
      TIME,
      '別のアドレスへの変更と削除にお心当たりがない場合は、すぐにこのアドレスから{support}までご連絡ください。削除されたデータは元に戻せません。',
    ],
    footnotes: [WAS_YOU],
  },
};

/** Japanese. */
export const ja: Texts = {
  points: { other: '{count}ポイント' },
  notices,
  mails,
  pauseReasons: {
    many_accounts: '1人が複数のアカウントを持っているように見えます',
    disposable_email: '使い捨てのメールアドレスが使われています',
    unusual_speed: 'タスクが通常よりも非常に速く完了しています',
    many_reversals: 'パートナーが多くの報酬を取り消しました',
    region: 'サービス対象外の地域から利用されているように見えます',
    staff_review: 'チームの担当者がアカウントを確認しています',
  },
  pass: {
    description: '{product}の特典パス',
    value: '金額',
    issued: '発行日',
    expires: '有効期限',
    reference: '照会番号',
    about: 'このパスについて',
    note: 'このパスは、お持ちの特典を忘れないためのものです。決済カードではなく、タッチ決済には使えず、コードも含まれません。特典は{product}のアカウントにあります。',
    brief: 'このパスでは支払えません。特典は{product}にあります。',
    open: '{product}を開く',
    test: 'テストパス',
  },
  unsubscribe: {
    why: 'このメールは、{product}のニュースとお得な情報の受信に同意された方にお送りしています。',
    link: '配信停止',
    title: '配信停止',
    question:
      '{product}のニュースとお得な情報のメール配信を停止しますか？アカウントに関するメールは引き続き届きます。',
    button: '配信を停止する',
    doneTitle: '配信を停止しました',
    done: 'ニュースとお得な情報をお送りすることはもうありません。プロフィールから、いつでもまた同意できます。',
    invalidTitle: 'このリンクは使えません',
    invalid:
      'リンクが不完全です。メールからもう一度開くか、プロフィールで「お知らせメール」をオフにしてください。',
    home: '{product}へ',
  },
};
