import type { MailText, NoticeText, Texts } from './texts.ts';

const TIME = '일시: {at}';
const WAS_YOU = '본인이 한 일이라면 따로 하실 일은 없어요.';

/** A change that its owner may not have made, and what they are to do then. */
const change = (
  subject: string,
  fact: string,
  advice = '본인이 한 일이 아니라면 바로 비밀번호를 재설정하고 {support} 주소로 연락해 주세요.',
): NoticeText => ({
  subject,
  paragraphs: [fact, TIME, advice],
  button: '계정 확인하기',
  footnotes: [WAS_YOU],
  push: fact,
});

const NOT_YOU = '본인이 한 일이 아니더라도 따로 하실 일은 없어요.';
const SWITCHES = '받을 메일은 프로필에서 고를 수 있어요.';
const QUESTIONS = '궁금한 점이 있으면 {support} 주소로 연락해 주세요.';

const notices: Texts['notices'] = {
  password_changed: change(
    '{product} 비밀번호가 변경되었어요',
    '계정의 비밀번호가 변경되었고, 다른 모든 기기에서 로그아웃되었어요.',
  ),
  two_factor_enabled: change(
    '{product} 2단계 인증이 켜졌어요',
    '이제 로그인할 때 인증 앱이나 패스키로 두 번째 단계를 거쳐야 해요. 다른 모든 기기에서 로그아웃되었어요.',
  ),
  two_factor_disabled: change(
    '{product} 2단계 인증이 꺼졌어요',
    '이제 로그인할 때 두 번째 단계를 묻지 않아요.',
  ),
  backup_codes_renewed: change(
    '새 {product} 백업 코드',
    '계정의 새 백업 코드가 만들어졌어요. 기존 코드는 더 이상 쓸 수 없어요.',
  ),
  backup_code_used: change(
    '{product} 백업 코드가 사용되었어요',
    '두 번째 단계에 계정의 백업 코드가 사용되었어요. 같은 코드는 다시 쓸 수 없어요.',
  ),
  passkey_added: change(
    '{product} 계정에 패스키가 추가되었어요',
    '계정에 패스키가 추가되었어요. 기기: {device}. 이 패스키로 비밀번호 없이 로그인할 수 있어요. 비밀번호를 바꿔도 이 패스키는 계속 쓸 수 있어요. 본인의 패스키가 아니라면 프로필에서 삭제하세요.',
  ),
  passkey_removed: change(
    '{product} 계정에서 패스키가 삭제되었어요',
    '계정의 패스키 하나가 삭제되어 더 이상 로그인에 쓸 수 없어요.',
  ),
  passkey_copied: change(
    '{product} 패스키의 복사본이 거부되었어요',
    '누군가 패스키의 복사본으로 보이는 것으로 로그인을 시도했어요. 기기: {device}. 로그인하지는 못했어요. 프로필에서 그 패스키를 삭제하고 새로 추가하세요.',
  ),
  identity_linked: change(
    '{provider}(으)로 {product} 계정에 로그인할 수 있어요',
    '{provider} 계정이 내 계정에 연결되어 이제 로그인에 쓸 수 있어요. 비밀번호를 바꿔도 이 연결은 남아요. 본인의 계정이 아니라면 프로필에서 연결을 끊으세요.',
  ),
  identity_unlinked: change(
    '{provider}(으)로 더 이상 {product} 계정에 로그인할 수 없어요',
    '{provider} 계정의 연결이 끊겨 더 이상 로그인에 쓸 수 없어요.',
  ),
  new_device: change(
    '{product} 새 로그인',
    '처음 보는 기기나 장소에서 계정에 로그인했어요. 아마 본인일 거예요. 기기: {device}.',
  ),
  second_factors_refused: change(
    '{product} 계정에 틀린 2단계 인증 코드가 입력되었어요',
    '누군가 계정의 올바른 비밀번호를 입력한 뒤 틀린 2단계 인증 코드를 여러 번 입력했어요. 마지막으로 시도한 기기: {device}. 로그인에는 실패했지만 비밀번호를 알고 있을 수 있어요.',
  ),
  second_factors_refused_elsewhere: change(
    '{product} 계정에 틀린 2단계 인증 코드가 입력되었어요',
    '누군가 내 계정에 연결된 계정으로 {provider}에 로그인한 뒤 틀린 2단계 인증 코드를 여러 번 입력했어요. 마지막 시도에 쓰인 기기: {device}. 내 계정에는 로그인하지 못했어요.',
    '본인이 한 일이 아니라면 바로 {provider} 계정을 보호하거나 프로필에서 연결을 끊고 {support} 주소로 연락해 주세요. 여기 비밀번호를 바꿔도 막을 수 없어요.',
  ),
  passwords_refused: change(
    '{product} 계정에 틀린 비밀번호가 많이 입력되었어요',
    '누군가 계정에 틀린 비밀번호를 아주 많이 입력했어요. 마지막으로 시도한 기기: {device}. 맞은 것은 없었어요. 전에 로그인한 적이 있는 기기는 그대로 쓸 수 있고, 새 기기는 비밀번호를 재설정하지 않으면 최대 하루 동안 거부돼요.',
  ),
  passwords_refused_known: change(
    '{product} 계정에 틀린 비밀번호가 많이 입력되었어요',
    '누군가 전에 로그인한 적이 있는 기기에서, 또는 그 기기에서 복사한 데이터로 계정에 틀린 비밀번호를 많이 입력했어요. 기기: {device}. 맞은 것은 없었어요. 비밀번호를 재설정하면 모든 기기에서 로그아웃돼요.',
  ),
  email_change_requested: change(
    '{product} 이메일 주소 변경 요청',
    '계정의 이메일 주소를 바꾸려는 요청이 있었어요. 아마 본인일 거예요. 아직 바뀐 것은 없어요. 변경하려면 새 주소로 보낸 코드가 필요해요.',
  ),
  email_changed: change(
    '{product} 이메일 주소가 변경되었어요',
    '계정의 이메일 주소가 다른 주소로 바뀌었어요. 이제 메일은 그 주소로 보내 드려요.',
    '본인이 한 일이 아니라면 바로 이 주소에서 {support} 주소로 연락해 주세요. 새 비밀번호 링크는 더 이상 이 주소로 오지 않아요. 아직 로그인된 기기가 있으면 그 기기의 프로필에서 이메일 주소를 되돌린 다음 비밀번호를 바꿔 주세요.',
  ),
  data_exported: change(
    '{product} 데이터 사본이 다운로드되었어요',
    '계정의 모든 데이터 사본이 다운로드되었어요. 아마 본인일 거예요.',
  ),
  points_credited: {
    subject: '{points}가 들어왔어요',
    paragraphs: ['‘{what}’ 보상으로 {points}를 모았어요. 현재 잔액은 {balance}예요.'],
    button: '내역 보기',
    footnotes: [SWITCHES],
    push: '{what}. 현재 잔액은 {balance}예요.',
  },
  points_reversed: {
    subject: '{points}가 회수되었어요',
    paragraphs: [
      '‘{what}’ 보상을 지급한 파트너가 {points}를 회수했어요. 현재 잔액은 {balance}예요.',
      '활동이 끝나지 않았거나, 전에 이미 했거나, 주문이 취소된 경우처럼 광고주가 활동을 인정하지 않으면 파트너가 보상을 회수해요. 잔액이 0보다 적다면 새로 모은 포인트로 다시 채워져요.',
      '활동을 제대로 끝냈다고 생각되면 먼저 오퍼월의 도움말 페이지에 문의하고, 해결되지 않으면 {support} 주소로 연락해 주세요.',
    ],
    button: '내역 보기',
    footnotes: [SWITCHES],
    push: '‘{what}’의 파트너가 보상을 회수했어요. 현재 잔액은 {balance}예요.',
  },
  pending_reversed: {
    subject: '적립 예정이던 {points}는 들어오지 않아요',
    paragraphs: [
      '파트너가 ‘{what}’ 보상을 지급하지 않아서, 적립 예정이던 {points}는 들어오지 않아요. 잔액은 그대로 {balance}예요.',
      '활동이 끝나지 않았거나, 전에 이미 했거나, 주문이 취소된 경우처럼 광고주가 활동을 인정하지 않으면 파트너가 보상을 회수해요.',
      '활동을 제대로 끝냈다고 생각되면 먼저 오퍼월의 도움말 페이지에 문의하고, 해결되지 않으면 {support} 주소로 연락해 주세요.',
    ],
    button: '내역 보기',
    footnotes: [SWITCHES],
    push: '파트너가 ‘{what}’ 보상을 지급하지 않아요. 잔액은 그대로 {balance}예요.',
  },
  debt_met: {
    subject: '예전 계정의 부족분 {points}가 차감되었어요',
    paragraphs: [
      '같은 메일함의 예전 계정에 부족분 {points}가 남아 있었어요. 이만큼 잔액에서 차감했어요. 현재 잔액은 {balance}예요.',
      '잔액이 0보다 적다면 새로 모은 포인트로 다시 채워져요.',
      '잘못되었다고 생각되면 {support} 주소로 연락해 주세요.',
    ],
    button: '내역 보기',
    footnotes: [SWITCHES],
    push: '예전 계정에 남아 있던 부족분이에요. 현재 잔액은 {balance}예요.',
  },
  claim_granted: {
    subject: '누락된 보상이 들어왔어요: {points}',
    paragraphs: ['‘{what}’에 관한 문의를 확인했고, {points}를 계정에 넣어 드렸어요.', '{answer}'],
    button: '내역 보기',
    footnotes: [SWITCHES],
    push: '‘{what}’ 보상 {points}를 계정에 넣어 드렸어요.',
  },
  claim_refused: {
    subject: '문의를 확인했어요',
    paragraphs: ['‘{what}’에 관한 문의를 확인했지만 보상을 드릴 수 없었어요.', '{answer}'],
    button: '활동 보기',
    footnotes: [QUESTIONS],
    push: '‘{what}’ 보상을 드릴 수 없었어요. 답변은 내 문의에서 볼 수 있어요.',
  },
  offer_deadline: {
    subject: '시간이 얼마 남지 않았어요: {what}',
    paragraphs: [
      '{what} 활동을 시작하셨어요. 다음 단계는 {at}까지 달성해야 하며, 그 후에는 포인트가 지급되지 않아요.',
    ],
    button: '활동 보기',
    footnotes: [SWITCHES],
    push: '다음 단계는 {at}까지 달성해야 해요.',
  },
  threshold_reached: {
    subject: '리워드로 교환할 수 있어요',
    paragraphs: ['잔액이 {balance}가 되었어요. 원할 때 언제든 교환할 수 있어요.'],
    button: '리워드로 교환하기',
    footnotes: [SWITCHES],
    push: '잔액이 {balance}가 되었어요. 원할 때 언제든 교환하세요.',
  },
  redemption_issued: {
    subject: '{amount} 리워드가 준비됐어요',
    paragraphs: ['{amount} 리워드를 발급했어요. 사용에 필요한 모든 정보와 함께 카드 화면에서 볼 수 있어요.'],
    button: '리워드 보기',
    footnotes: ['카드 번호나 코드는 절대 메일로 보내지 않아요.'],
    push: '카드 화면에서 볼 수 있어요.',
  },
  redemption_failed: {
    subject: '{amount} 리워드를 발급하지 못했어요',
    paragraphs: [
      '발급사가 {amount} 리워드를 거절했어요. 사라진 것은 없어요. {points}가 잔액으로 돌아왔어요.',
      '궁금한 점이 있으면 {support} 주소로 연락해 주세요.',
    ],
    button: '내 카드 보기',
    footnotes: [SWITCHES],
    push: '사라진 것은 없어요. {points}가 잔액으로 돌아왔어요.',
  },
  redemption_refused: {
    subject: '{amount} 리워드를 드리지 못했어요',
    paragraphs: [
      '{product} 팀에서 {amount} 리워드를 드리지 못했어요. 사라진 것은 없어요. {points}가 잔액으로 돌아왔어요.',
      '{text}',
    ],
    button: '내 카드 보기',
    footnotes: [QUESTIONS],
    push: '사라진 것은 없어요. {points}가 잔액으로 돌아왔어요.',
  },
  redemption_in_review: {
    subject: '{amount} 리워드가 늦어지고 있어요',
    paragraphs: [
      '{amount} 리워드가 아직 발급되지 않아 담당자가 확인하고 있어요. 포인트는 이 리워드를 위해 따로 보관되어 있어 사라지지 않아요.',
      '결정되는 대로 알려 드릴게요.',
    ],
    button: '내 카드 보기',
    footnotes: [SWITCHES],
    push: '담당자가 확인하고 있어요. 포인트는 따로 보관되어 있어요.',
  },
  redemption_late: {
    subject: '{amount} 리워드가 늦어지고 있어요',
    paragraphs: [
      '{amount} 리워드가 약속한 시간보다 오래 걸리고 있어요. 이 리워드는 저희 팀이 직접 드리는데 아직 준비하지 못했어요. 포인트는 이 리워드를 위해 따로 보관되어 있어 사라지지 않아요.',
      '준비되는 대로 알려 드릴게요. 드리지 못하게 되면 포인트를 돌려 드리고 이유도 알려 드려요.',
    ],
    button: '내 카드 보기',
    footnotes: [SWITCHES],
    push: '저희 팀이 직접 드려요. 포인트는 따로 보관되어 있어요.',
  },
  redemption_details: {
    subject: '{amount} 카드에 정보가 필요해요',
    paragraphs: [
      '{amount} 카드를 발급하려면 카드 발급사에 청구지 주소가 필요하고, 프로필 이름이 라틴 문자(A–Z)로 되어 있어야 해요.',
      '카드 화면에서 주소를 입력해 주세요. 두 가지가 갖춰지는 대로 카드 발급이 이어져요. 둘 다 이미 입력했다면 발급사가 그중 하나를 받아들이지 않은 거예요. 각 항목을 확인해 주세요.',
    ],
    button: '내 카드 보기',
    footnotes: [QUESTIONS],
    push: '카드 발급사에 청구지 주소와 라틴 문자로 된 이름이 필요해요.',
  },
  award_issued: {
    subject: '{product}에서 {amount} 카드를 드렸어요',
    paragraphs: [
      '{product} 팀에서 {amount} 카드를 드렸어요. 포인트는 쓰이지 않았어요.',
      '{text}',
      '사용에 필요한 모든 정보와 함께 카드 화면에서 볼 수 있어요.',
    ],
    button: '카드 보기',
    footnotes: ['카드 번호는 절대 메일로 보내지 않아요.'],
    push: '포인트는 쓰이지 않았어요. 카드 화면에서 볼 수 있어요.',
  },
  award_failed: {
    subject: '{amount} 기프트카드를 발급하지 못했어요',
    paragraphs: [
      '{product} 팀에서 {amount} 카드를 드렸지만 발급하지 못했어요. 포인트는 쓰이지 않았어요.',
      '{text}',
      '궁금한 점이 있으면 {support} 주소로 연락해 주세요.',
    ],
    button: '내 카드 보기',
    footnotes: [SWITCHES],
    push: '포인트는 쓰이지 않았어요. 이유는 카드 화면에서 확인하세요.',
  },
  points_added: {
    subject: '{product}에서 {points}를 드렸어요',
    paragraphs: ['{product} 팀에서 잔액에 {points}를 더해 드렸어요. 현재 잔액은 {balance}예요.', '{text}'],
    button: '내 잔액 보기',
    footnotes: [SWITCHES],
    push: '운영팀이 잔액에 더해 드렸어요. 현재 잔액은 {balance}예요.',
  },
  points_removed: {
    subject: '잔액에서 {points}가 차감되었어요',
    paragraphs: [
      '{product} 팀에서 잔액에서 {points}를 차감했어요. 현재 잔액은 {balance}예요.',
      '{text}',
      '잘못되었다고 생각되면 {support} 주소로 연락해 주세요.',
    ],
    button: '내 잔액 보기',
    footnotes: [QUESTIONS],
    push: '현재 잔액은 {balance}예요. 이유는 메일에서 확인하세요.',
  },
  redemption_checked: {
    subject: '발급하기 전에 {amount} 리워드를 확인하고 있어요',
    paragraphs: [
      '{amount} 리워드를 발급하기 전에 담당자가 {points} 교환을 확인해요. 포인트는 따로 보관되어 있어 사라지지 않아요.',
      '언제까지 결정되는지는 카드 화면에서 볼 수 있어요. 거기서 질문을 드리지 않는 한 따로 하실 일은 없어요.',
    ],
    button: '내 카드 보기',
    footnotes: [QUESTIONS],
    push: '먼저 담당자가 확인해요. 포인트는 따로 보관되어 있어요.',
  },
  redemption_question: {
    subject: '{amount} 리워드에 관한 질문',
    paragraphs: [
      '{amount} 리워드를 발급하기 전에 여쭤볼 것이 있어요.',
      '{text}',
      '카드 화면에서 답해 주세요. 포인트는 따로 보관되어 있어 사라지지 않아요.',
    ],
    button: '답변하기',
    footnotes: [QUESTIONS],
    push: '여쭤볼 것이 있어요. 카드 화면에서 답해 주세요.',
  },
  review_refunded: {
    subject: '{points}가 잔액으로 돌아왔어요',
    paragraphs: ['확인한 결과 {amount} 리워드는 발급되지 않았고, {points}가 잔액으로 돌아왔어요.', '{text}'],
    button: '내 카드 보기',
    footnotes: [QUESTIONS],
    push: '확인한 결과 {amount} 리워드는 발급되지 않았어요.',
  },
  review_lapsed: {
    subject: '{points}가 잔액으로 돌아왔어요',
    paragraphs: [
      '{amount} 리워드를 기한 안에 결정하지 못해 발급되지 않았어요. {points}가 잔액으로 돌아왔어요.',
      '기다리게 해서 죄송해요.',
    ],
    button: '내 카드 보기',
    footnotes: [QUESTIONS],
    push: '{amount} 리워드를 기한 안에 결정하지 못했어요.',
  },
  review_stopped: {
    subject: '{points}가 잔액으로 돌아왔어요',
    paragraphs: [
      '{amount} 리워드의 결정 기한이 끝났을 때 계정이 일시 중지되었거나 이용이 정지되어 있어서 발급되지 않았어요. {points}가 잔액으로 돌아왔어요.',
      '계정을 다시 쓸 수 있게 되면 다시 교환할 수 있어요.',
    ],
    button: '내 카드 보기',
    footnotes: [QUESTIONS],
    push: '계정이 일시 중지되었거나 이용이 정지되어 있어서 {amount} 리워드가 발급되지 않았어요.',
  },
  review_overdue: {
    subject: '{amount} 교환이 결정을 기다리고 있어요',
    paragraphs: [
      '{amount} 교환이 심사 중이며, 심사 기한의 절반이 지났어요. 기한이 끝나면 사이트 설정에 따라 결정돼요.',
    ],
    button: '심사 열기',
    footnotes: [],
    push: '심사 기한의 절반이 지났어요.',
  },
  webhook_stopped: {
    subject: '{what} 웹훅이 꺼졌어요',
    paragraphs: [
      '{what}(으)로 이벤트를 더 보내지 않아요. 더 원하지 않는다고 응답했거나 5일 동안 아무것도 받지 않았기 때문이에요. 앞으로 일어나는 일은 알려지지 않아요.',
      '상대 시스템이 다시 작동하면 웹훅을 켜고 실패한 것을 다시 보내 주세요.',
    ],
    button: '웹훅 열기',
    footnotes: [],
    push: '이벤트를 더 원하지 않거나 5일 동안 하나도 받지 않았어요.',
  },
  redemption_returned: {
    subject: '{amount} 리워드가 취소되었어요',
    paragraphs: [
      '발급사가 사용 전에 {amount} 리워드를 취소했어요. 사라진 것은 없어요. {points}가 잔액으로 돌아왔어요.',
    ],
    button: '내 카드 보기',
    footnotes: [SWITCHES],
    push: '사용 전이어서 {points}가 잔액으로 돌아왔어요.',
  },
  redemption_withdrawn: {
    subject: '{amount} 리워드가 취소되었어요',
    paragraphs: [
      '발급사가 {amount} 리워드를 취소해서 더 이상 쓸 수 없어요. 이 리워드의 포인트는 돌아오지 않았어요.',
      '잘못되었다고 생각되면 {support} 주소로 연락해 주세요. 담당자가 확인해요.',
    ],
    button: '내 카드 보기',
    footnotes: [SWITCHES],
    push: '더 이상 쓸 수 없어요. 이유는 카드 화면에서 확인하세요.',
  },
  reward_ending: {
    subject: '{amount} 리워드의 유효 기간이 곧 끝나요',
    paragraphs: [
      '{amount} 리워드는 {day}까지 사용할 수 있고, 그 후에는 사용할 수 없어요. 카드 화면에서 볼 수 있어요.',
      '이미 사용했다면 따로 하실 일은 없어요.',
    ],
    button: '리워드 보기',
    footnotes: [SWITCHES],
    push: '{day}까지 사용할 수 있어요.',
  },
  account_suspended: {
    subject: '{product} 계정 이용이 정지되었어요',
    paragraphs: [
      '계정 이용이 정지되었어요. 아무도 로그인할 수 없고, 이 계정에서는 아무것도 발급되지 않아요. 이 때문에 포인트를 빼지는 않지만, 파트너는 지급한 포인트를 여전히 회수할 수 있어요.',
      '이유: {reason}.',
      '{text}',
      '답변할 수 있어요. 평소처럼 로그인하면 답변란이 보여요. 담당자가 읽고 결정해요.',
    ],
    button: '로그인',
    footnotes: [QUESTIONS],
    push: '계정 이용이 정지되었어요.',
  },
  account_reinstated: {
    subject: '{product} 계정이 다시 열렸어요',
    paragraphs: ['계정 이용 정지가 해제되었어요. 예전처럼 로그인할 수 있어요.', '{answer}'],
    button: '로그인',
    footnotes: [QUESTIONS],
    push: '다시 로그인할 수 있어요.',
  },
  suspension_kept: {
    subject: '보내 주신 답변을 확인했어요',
    paragraphs: ['보내 주신 답변을 확인했지만, 계정 이용 정지는 유지돼요.', '{answer}'],
    button: '로그인',
    footnotes: [QUESTIONS],
    push: '계정 이용 정지는 유지돼요.',
  },
  account_paused: {
    subject: '{product} 교환이 일시 중지되었어요',
    paragraphs: [
      '계정의 교환이 일시 중지되었어요. 로그인해서 모든 것을 볼 수 있고 계속 포인트를 모을 수 있어요. 포인트는 그대로 회원님의 것이에요.',
      '이유: {reason}.',
      '{text}',
      '프로필에서 답변할 수 있어요. 담당자가 읽고 결정해요.',
    ],
    button: '읽고 답변하기',
    footnotes: [QUESTIONS],
    push: '이유와 답변 방법은 프로필에서 확인하세요.',
  },
  api_key_created: {
    subject: '{product}의 새 API 키가 만들어졌어요',
    paragraphs: [
      '{product} 소유자가 API 키 “{keyName}”({beginning}…)을(를) 만들었어요. 이 키가 있으면 누구나 {product}의 관리자 기능을 호출할 수 있어요. 누가 만들었는지, 무엇을 할 수 있는지, 언제까지 쓸 수 있는지는 키 목록에서 볼 수 있어요.',
      '팀의 누구도 원하지 않은 키라면 바로 취소하세요.',
    ],
    button: 'API 키 보기',
    footnotes: ['이 메일은 모든 소유자에게 보내져요.'],
    push: '소유자가 키 “{keyName}”을(를) 만들었어요.',
  },
  webhook_addressed: {
    subject: '{product} 웹훅에 새 주소가 설정되었어요',
    paragraphs: [
      '{product} 소유자가 웹훅을 만들었거나 새 주소를 설정했어요. 이제 사이트의 이벤트가 {what}(으)로 전송돼요. 어떤 이벤트인지는 웹훅 목록에, 누가 했는지는 감사 기록에 있어요.',
      '팀에서 아무도 원하지 않은 일이라면 바로 그 웹훅을 삭제하세요.',
    ],
    button: '웹훅 열기',
    footnotes: ['이 메일은 모든 소유자에게 보내져요.'],
    push: '이제 사이트의 이벤트가 {what}(으)로 전송돼요.',
  },
  staff_changed: {
    subject: '{product} 관리자 역할이 변경되었어요',
    paragraphs: [
      '{product}에서 누군가의 관리자 역할이 부여되거나 변경되거나 해제되었어요. 누가 어떤 역할인지는 직원 목록에, 누가 바꿨는지는 감사 기록에 있어요.',
      '팀에서 아무도 원하지 않은 일이라면 바로 그 역할을 해제하세요.',
    ],
    button: '직원 보기',
    footnotes: ['이 메일은 모든 소유자에게 보내져요.'],
    push: '누군가의 관리자 역할이 부여되거나 변경되거나 해제되었어요.',
  },
  staff_suspension: {
    subject: '{product} 관리자의 이용이 정지되거나 정지가 해제되었어요',
    paragraphs: [
      '{product}에서 관리자 역할이 있는 누군가의 이용이 정지되거나 이용 정지가 해제되었어요. 그 사람이 누구인지, 누가 했는지는 감사 기록에 있어요.',
      '팀에서 아무도 원하지 않은 일이라면 바로 되돌리세요.',
    ],
    button: '감사 기록 열기',
    footnotes: ['이 메일은 모든 소유자에게 보내져요.'],
    push: '관리자의 이용이 정지되거나 정지가 해제되었어요.',
  },
  connection_ended: {
    subject: '{product}의 API 키나 웹훅이 꺼졌어요',
    paragraphs: [
      '{product} 소유자가 API 키를 취소했거나, 웹훅을 삭제하거나 껐거나, 웹훅의 이벤트를 줄였어요: {what}. 이것을 쓰던 것이 작동하지 않을 수 있어요. 누가 했는지는 감사 기록에 있어요.',
      '팀에서 아무도 원하지 않은 일이라면 바로 새것으로 바꾸세요.',
    ],
    button: '감사 기록 열기',
    footnotes: ['이 메일은 모든 소유자에게 보내져요.'],
    push: '{what}에 의존하던 것이 작동하지 않을 수 있어요.',
  },
  staff_factor_reset: {
    subject: '{product} 관리자 한 명의 2단계 인증이 재설정되었어요',
    paragraphs: [
      '서버의 명령줄에서 {product} 관리자 역할이 있는 한 사람의 2단계 인증과 모든 패스키가 해제되었어요. 다시 설정할 때까지 그 계정에는 비밀번호만으로 로그인할 수 있어요. 누구인지는 감사 기록에 있어요.',
      '팀에서 아무도 원하지 않은 일이라면 바로 그 역할을 해제하세요.',
    ],
    button: '직원 보기',
    footnotes: ['이 메일은 모든 소유자에게 보내져요.'],
    push: '관리자 한 명의 2단계 인증이 재설정되었어요.',
  },
  staff_role_changed: {
    subject: '{product}에서의 역할이 변경되었어요',
    paragraphs: [
      '{product}에서 회원님의 관리자 역할이 부여되거나 변경되거나 해제되었어요. 모든 기기에서 로그아웃되었어요. 다시 로그인하면 지금 할 수 있는 일을 확인할 수 있어요.',
    ],
    button: '내 프로필 열기',
    footnotes: ['예상하지 못한 일이라면 {support} 주소로 연락해 주세요.'],
    push: '모든 기기에서 로그아웃되었어요.',
  },
  account_resumed: {
    subject: '{product} 교환이 다시 열렸어요',
    paragraphs: ['계정의 일시 중지가 끝났어요. 이전처럼 포인트를 교환할 수 있어요.'],
    button: '프로필로 가기',
    footnotes: [QUESTIONS],
    push: '이전처럼 포인트를 교환할 수 있어요.',
  },
  appeal_granted: {
    subject: '보내 주신 답변을 확인했어요',
    paragraphs: ['보내 주신 답변을 확인했고, 계정의 일시 중지가 끝났어요.', '{answer}'],
    button: '프로필로 가기',
    footnotes: [QUESTIONS],
    push: '계정의 일시 중지가 끝났어요.',
  },
  appeal_kept: {
    subject: '보내 주신 답변을 확인했어요',
    paragraphs: [
      '보내 주신 답변을 확인했지만, 계정의 일시 중지는 당분간 유지돼요. 포인트는 그대로 회원님의 것이에요.',
      '{answer}',
    ],
    button: '프로필로 가기',
    footnotes: [QUESTIONS],
    push: '일시 중지가 당분간 유지돼요. 프로필을 확인하세요.',
  },
};

const mails: Record<keyof Texts['mails'], MailText> = {
  verificationCode: {
    subject: '{product} 인증 코드는 {code}입니다',
    paragraphs: ['환영합니다! 이 코드를 입력해 이메일 주소를 확인하고 가입을 마쳐 주세요.'],
    button: '이 기기에서 확인하기',
    footnotes: [
      '코드는 {minutes}분 동안 유효해요. 새 코드를 받으면 이 코드는 쓸 수 없어요.',
      '가입하지 않았다면 이 메일을 무시하세요. 코드가 없으면 계정이 만들어지지 않아요. 코드를 누구에게도 알려 주지 마세요.',
    ],
  },
  alreadyMember: {
    subject: '이미 {product} 계정이 있어요',
    paragraphs: [
      '누군가, 아마도 본인이 이 주소로 {product}에 가입하려고 했어요. 이 주소에는 이미 계정이 있어서 바뀐 것은 없어요.',
      '비밀번호로 로그인하세요. 잊으셨다면 로그인 화면에서 ‘비밀번호를 잊으셨나요?’를 선택하세요.',
    ],
    button: '로그인',
    footnotes: [NOT_YOU],
  },
  resetLink: {
    subject: '{product} 비밀번호 재설정',
    paragraphs: ['누군가, 아마도 본인이 계정의 비밀번호를 재설정하려고 했어요.'],
    button: '새 비밀번호 정하기',
    footnotes: [
      '링크는 한 번만 쓸 수 있고 {hours}시간 뒤에 만료돼요. 새 링크를 받으면 이 링크는 쓸 수 없어요.',
      '본인이 한 일이 아니라면 이 메일을 무시하세요. 비밀번호는 그대로예요.',
    ],
  },
  emailChangeCode: {
    subject: '{product} 새 주소 확인 코드는 {code}입니다',
    paragraphs: ['프로필에서 이 코드를 입력하면 계정의 주소가 이 주소로 바뀌어요.'],
    footnotes: [
      '코드는 {minutes}분 동안 유효해요. 새 코드를 받으면 이 코드는 쓸 수 없어요.',
      '요청하지 않았다면 이 메일을 무시하세요. 코드가 없으면 아무것도 바뀌지 않아요. 코드를 누구에게도 알려 주지 마세요.',
    ],
  },
  emailTaken: {
    subject: '이 주소에는 이미 {product} 계정이 있어요',
    paragraphs: [
      '누군가 다른 {product} 계정의 주소를 이 주소로 바꾸려고 했어요. 이 주소에는 이미 계정이 있어서 바뀐 것은 없어요.',
    ],
    footnotes: [NOT_YOU],
  },
  farewell: {
    subject: '{product} 계정이 삭제되었어요',
    paragraphs: [
      '계정이 삭제되었고 회원님의 개인정보가 지워졌어요. 아직 준비 중이던 리워드는 더 이상 받을 수 없어요. 임의의 번호로 된 기록과 경우에 따라 메일함 식별값은 개인정보 처리방침에 나온 기간만큼 남아요. 함께해 주셔서 감사합니다.',
      TIME,
      '본인이 한 일이 아니라면 바로 {support} 주소로 연락해 주세요. 삭제된 데이터는 되돌릴 수 없어요.',
    ],
    footnotes: ['이 주소로 보내는 마지막 메일이에요. 언제든 다시 가입하실 수 있어요.'],
  },
  farewellToEarlier: {
    subject: '이 주소를 쓰던 {product} 계정이 삭제되었어요',
    paragraphs: [
      '최근까지 이 주소를 쓰던 {product} 계정이 삭제되었어요.',
      TIME,
      '계정을 다른 주소로 옮기고 삭제한 사람이 본인이 아니라면 바로 이 주소에서 {support} 주소로 연락해 주세요. 삭제된 데이터는 되돌릴 수 없어요.',
    ],
    footnotes: [WAS_YOU],
  },
};

/** Korean. */
export const ko: Texts = {
  points: { other: '{count}포인트' },
  notices,
  mails,
  pauseReasons: {
    many_accounts: '한 사람이 여러 계정을 가진 것으로 보여요',
    disposable_email: '계정이 일회용 이메일 주소를 쓰고 있어요',
    unusual_speed: '활동이 비정상적으로 빨리 완료되었어요',
    many_reversals: '파트너가 많은 보상을 회수했어요',
    region: '서비스를 제공하지 않는 지역에서 이용하는 것으로 보여요',
    staff_review: '담당자가 계정을 확인하고 있어요',
  },
  pass: {
    description: '{product} 리워드 패스',
    value: '금액',
    issued: '발급일',
    expires: '유효 기간',
    reference: '참조 번호',
    about: '이 패스에 대하여',
    note: '이 패스는 리워드를 잊지 않도록 알려 드려요. 결제 카드가 아니어서 터치 결제를 할 수 없고 코드도 담겨 있지 않아요. 리워드는 {product} 계정에 있어요.',
    brief: '이 패스로는 결제할 수 없어요. 리워드는 {product}에 있어요.',
    open: '{product} 열기',
    test: '테스트 패스',
  },
  unsubscribe: {
    why: '{product}의 소식과 혜택을 받는 데 동의하셔서 이 메일을 보내 드려요.',
    link: '수신 거부',
    title: '수신 거부',
    question: '{product}의 소식과 혜택을 이메일로 그만 받으시겠어요? 계정에 관한 메일은 계속 보내 드려요.',
    button: '수신 거부',
    doneTitle: '수신을 거부했어요',
    done: '소식과 혜택을 더 이상 보내지 않아요. 프로필에서 언제든 다시 동의할 수 있어요.',
    invalidTitle: '작동하지 않는 링크예요',
    invalid: '링크가 온전하지 않아요. 메일에서 다시 열거나 프로필에서 마케팅 이메일을 꺼 주세요.',
    home: '{product} 바로가기',
  },
};
