import type { MailText, NoticeText, Texts } from './texts.ts';

const TIME = 'Thời điểm: {at}.';
const WAS_YOU = 'Nếu chính bạn đã thực hiện, bạn không cần làm gì.';

/** A change that its owner may not have made, and what they are to do then. */
const change = (
  subject: string,
  fact: string,
  advice = 'Nếu không phải bạn, hãy đặt lại mật khẩu ngay và viết cho chúng tôi theo địa chỉ {support}.',
): NoticeText => ({
  subject,
  paragraphs: [fact, TIME, advice],
  button: 'Xem tài khoản',
  footnotes: [WAS_YOU],
  push: fact,
});

const NOT_YOU = 'Nếu không phải bạn, bạn không cần làm gì.';
const SWITCHES = 'Bạn chọn trong hồ sơ những email nào chúng tôi gửi.';
const QUESTIONS = 'Có câu hỏi? Hãy viết đến {support}.';

const notices: Texts['notices'] = {
  password_changed: change(
    'Mật khẩu {product} của bạn đã được đổi',
    'Mật khẩu tài khoản của bạn đã được đổi, và mọi thiết bị khác đã bị đăng xuất.',
  ),
  two_factor_enabled: change(
    'Đã bật xác minh hai bước cho {product}',
    'Từ giờ, để đăng nhập vào tài khoản của bạn cần thêm bước thứ hai bằng ứng dụng xác thực hoặc khóa truy cập. Mọi thiết bị khác đã bị đăng xuất.',
  ),
  two_factor_disabled: change(
    'Đã tắt xác minh hai bước cho {product}',
    'Từ giờ, đăng nhập vào tài khoản của bạn không còn cần bước thứ hai nữa.',
  ),
  backup_codes_renewed: change(
    'Mã dự phòng {product} mới',
    'Mã dự phòng mới đã được tạo cho tài khoản của bạn. Các mã cũ không còn dùng được.',
  ),
  backup_code_used: change(
    'Một mã dự phòng {product} đã được dùng',
    'Một mã dự phòng của tài khoản bạn đã được dùng làm bước thứ hai. Mã đó không dùng được lần thứ hai.',
  ),
  passkey_added: change(
    'Một khóa truy cập đã được thêm vào tài khoản {product} của bạn',
    'Một khóa truy cập đã được thêm vào tài khoản của bạn, trên thiết bị này: {device}. Khóa này cho phép đăng nhập mà không cần mật khẩu. Mật khẩu mới không ngăn được điều đó: nếu khóa này không phải của bạn, hãy gỡ khóa trong hồ sơ.',
  ),
  passkey_removed: change(
    'Một khóa truy cập đã bị gỡ khỏi tài khoản {product} của bạn',
    'Một khóa truy cập của tài khoản bạn đã bị gỡ và không còn dùng để đăng nhập được.',
  ),
  passkey_copied: change(
    'Một bản sao khóa truy cập {product} của bạn đã bị từ chối',
    'Có người đã thử đăng nhập bằng thứ có vẻ là bản sao khóa truy cập của bạn, tại đây: {device}. Họ không vào được. Hãy gỡ khóa đó trong hồ sơ và thêm khóa mới.',
  ),
  identity_linked: change(
    'Nay có thể đăng nhập vào tài khoản {product} của bạn bằng {provider}',
    'Một tài khoản {provider} đã được liên kết với tài khoản của bạn và từ giờ dùng để đăng nhập được. Mật khẩu mới không ngăn được điều đó: nếu tài khoản đó không phải của bạn, hãy hủy liên kết trong hồ sơ.',
  ),
  identity_unlinked: change(
    'Không còn đăng nhập được vào tài khoản {product} của bạn bằng {provider}',
    'Tài khoản {provider} đã bị hủy liên kết khỏi tài khoản của bạn và không còn dùng để đăng nhập được.',
  ),
  new_device: change(
    'Lần đăng nhập mới vào {product}',
    'Ai đó, có lẽ là bạn, đã đăng nhập vào tài khoản của bạn từ một thiết bị hoặc nơi chưa từng thấy: {device}.',
  ),
  second_factors_refused: change(
    'Mã xác minh hai bước sai cho tài khoản {product} của bạn',
    'Ai đó đã nhập đúng mật khẩu tài khoản của bạn rồi nhập sai mã xác minh hai bước nhiều lần, lần cuối từ: {device}. Họ không vào được, nhưng có thể biết mật khẩu của bạn.',
  ),
  second_factors_refused_elsewhere: change(
    'Mã xác minh hai bước sai cho tài khoản {product} của bạn',
    'Ai đó đã đăng nhập tại {provider} bằng tài khoản liên kết với tài khoản của bạn rồi nhập sai mã xác minh hai bước nhiều lần, lần cuối từ: {device}. Họ không vào được tài khoản của bạn.',
    'Nếu không phải bạn, hãy bảo vệ ngay tài khoản {provider} của bạn hoặc hủy liên kết trong hồ sơ, và viết cho chúng tôi theo địa chỉ {support}. Mật khẩu mới ở đây không ngăn được điều đó.',
  ),
  passwords_refused: change(
    'Nhiều mật khẩu sai cho tài khoản {product} của bạn',
    'Ai đó đã thử rất nhiều mật khẩu sai cho tài khoản của bạn, lần cuối từ: {device}. Không mật khẩu nào đúng. Các thiết bị bạn từng đăng nhập vẫn dùng được; thiết bị mới bị từ chối tối đa một ngày, trừ khi bạn đặt lại mật khẩu.',
  ),
  passwords_refused_known: change(
    'Nhiều mật khẩu sai cho tài khoản {product} của bạn',
    'Ai đó đã thử nhiều mật khẩu sai cho tài khoản của bạn, trên một thiết bị bạn từng đăng nhập hoặc bằng dữ liệu sao chép từ thiết bị đó: {device}. Không mật khẩu nào đúng. Mật khẩu mới sẽ đăng xuất mọi thiết bị.',
  ),
  email_change_requested: change(
    'Địa chỉ mới cho tài khoản {product} của bạn',
    'Ai đó, có lẽ là bạn, đã yêu cầu chuyển tài khoản của bạn sang một địa chỉ email khác. Chưa có gì thay đổi: việc chuyển cần mã đã gửi đến địa chỉ mới.',
  ),
  email_changed: change(
    'Địa chỉ {product} của bạn đã được đổi',
    'Tài khoản của bạn giờ thuộc về một địa chỉ email khác. Từ nay email của chúng tôi được gửi đến đó.',
    'Nếu không phải bạn, hãy dùng chính địa chỉ này viết ngay cho chúng tôi theo địa chỉ {support}: liên kết đặt mật khẩu mới không còn được gửi đến đây nữa. Nếu có thiết bị của bạn vẫn đang đăng nhập, hãy đổi lại địa chỉ này trong hồ sơ trên thiết bị đó, rồi đổi mật khẩu.',
  ),
  data_exported: change(
    'Một bản sao dữ liệu {product} của bạn đã được tải xuống',
    'Ai đó, có lẽ là bạn, đã tải xuống bản sao toàn bộ dữ liệu tài khoản của bạn.',
  ),
  points_credited: {
    subject: 'Bạn nhận được {points}',
    paragraphs: ['Bạn kiếm được {points} từ {what}. Số dư của bạn bây giờ là {balance}.'],
    button: 'Xem lịch sử',
    footnotes: [SWITCHES],
    push: '{what}. Số dư của bạn là {balance}.',
  },
  points_reversed: {
    subject: '{points} đã bị thu hồi',
    paragraphs: [
      'Đối tác trả thưởng cho {what} đã thu hồi {points}. Số dư của bạn bây giờ là {balance}.',
      'Đối tác làm vậy khi nhà quảng cáo không chấp nhận nhiệm vụ: chưa hoàn thành, đã làm trước đó, hoặc đơn hàng bị hủy. Nếu số dư của bạn đang âm, điểm kiếm thêm sẽ bù lại.',
      'Nếu bạn cho rằng mình đã làm đúng nhiệm vụ, hãy hỏi trang trợ giúp của kho ưu đãi trước, và viết đến {support} nếu họ không giúp được.',
    ],
    button: 'Xem lịch sử',
    footnotes: [SWITCHES],
    push: 'Đối tác của {what} đã thu hồi điểm. Số dư của bạn là {balance}.',
  },
  pending_reversed: {
    subject: '{points} sẽ không được cộng',
    paragraphs: [
      'Đối tác không trả thưởng cho {what} nên {points} đang chờ sẽ không được cộng. Số dư của bạn vẫn là {balance}.',
      'Đối tác làm vậy khi nhà quảng cáo không chấp nhận nhiệm vụ: chưa hoàn thành, đã làm trước đó, hoặc đơn hàng bị hủy.',
      'Nếu bạn cho rằng mình đã làm đúng nhiệm vụ, hãy hỏi trang trợ giúp của kho ưu đãi trước, và viết đến {support} nếu họ không giúp được.',
    ],
    button: 'Xem lịch sử',
    footnotes: [SWITCHES],
    push: 'Đối tác không trả thưởng cho {what}. Số dư của bạn vẫn là {balance}.',
  },
  debt_met: {
    subject: '{points} bị trừ cho tài khoản trước đây',
    paragraphs: [
      'Tài khoản trước đây của bạn với cùng hộp thư còn nợ {points}. Khoản này đã bị trừ khỏi số dư của bạn; số dư bây giờ là {balance}.',
      'Nếu số dư của bạn đang âm, điểm kiếm thêm sẽ bù lại.',
      'Nếu bạn cho rằng điều này không đúng, hãy viết đến {support}.',
    ],
    button: 'Xem lịch sử',
    footnotes: [SWITCHES],
    push: 'Tài khoản trước đây của bạn còn nợ khoản này. Số dư của bạn bây giờ là {balance}.',
  },
  claim_granted: {
    subject: 'Phần thưởng còn thiếu đã đến: {points}',
    paragraphs: [
      'Chúng tôi đã xem xét báo cáo của bạn về {what}, và {points} đã vào tài khoản của bạn.',
      '{answer}',
    ],
    button: 'Xem lịch sử',
    footnotes: [SWITCHES],
    push: '{points} cho {what} đã vào tài khoản của bạn.',
  },
  claim_refused: {
    subject: 'Chúng tôi đã xem xét báo cáo của bạn',
    paragraphs: ['Chúng tôi đã xem xét báo cáo của bạn về {what} và không thể chấp nhận.', '{answer}'],
    button: 'Xem nhiệm vụ',
    footnotes: [QUESTIONS],
    push: 'Chúng tôi không thể chấp nhận báo cáo của bạn về {what}. Câu trả lời nằm cùng các báo cáo của bạn.',
  },
  offer_deadline: {
    subject: 'Sắp hết thời gian: {what}',
    paragraphs: [
      'Bạn đã bắt đầu {what}. Bước tiếp theo phải hoàn thành trước {at}; sau đó bước này không còn mang lại điểm.',
    ],
    button: 'Xem nhiệm vụ',
    footnotes: [SWITCHES],
    push: 'Bước tiếp theo phải hoàn thành trước {at}.',
  },
  threshold_reached: {
    subject: 'Phần thưởng của bạn đã sẵn sàng',
    paragraphs: ['Số dư của bạn đã đạt {balance}. Bạn có thể đổi thưởng lúc nào tùy thích.'],
    button: 'Đổi thưởng',
    footnotes: [SWITCHES],
    push: 'Số dư của bạn đã đạt {balance}. Đổi thưởng lúc nào tùy bạn.',
  },
  redemption_issued: {
    subject: 'Phần thưởng {amount} của bạn đã sẵn sàng',
    paragraphs: [
      'Phần thưởng {amount} của bạn đã được phát hành. Bạn tìm thấy nó, cùng mọi thứ cần để chi tiêu, trong mục Thẻ.',
    ],
    button: 'Xem phần thưởng',
    footnotes: ['Chúng tôi không bao giờ gửi số thẻ hay mã qua email.'],
    push: 'Bạn tìm thấy nó trong mục Thẻ.',
  },
  redemption_failed: {
    subject: 'Không phát hành được phần thưởng {amount} của bạn',
    paragraphs: [
      'Đơn vị phát hành đã từ chối phần thưởng {amount} của bạn. Bạn không mất gì: {points} đã trở lại số dư của bạn.',
      'Nếu có câu hỏi, hãy viết đến {support}.',
    ],
    button: 'Xem thẻ của tôi',
    footnotes: [SWITCHES],
    push: 'Bạn không mất gì: {points} đã trở lại số dư của bạn.',
  },
  redemption_refused: {
    subject: 'Không trao được phần thưởng {amount} của bạn',
    paragraphs: [
      'Nhóm {product} không trao được phần thưởng {amount} của bạn. Bạn không mất gì: {points} đã trở lại số dư của bạn.',
      '{text}',
    ],
    button: 'Xem thẻ của tôi',
    footnotes: [QUESTIONS],
    push: 'Bạn không mất gì: {points} đã trở lại số dư của bạn.',
  },
  redemption_in_review: {
    subject: 'Phần thưởng {amount} của bạn cần thêm thời gian',
    paragraphs: [
      'Phần thưởng {amount} của bạn chưa được phát hành nên sẽ có người xem. Điểm của bạn được giữ riêng cho phần thưởng này và không thể mất.',
      'Chúng tôi sẽ báo cho bạn ngay khi có quyết định.',
    ],
    button: 'Xem thẻ của tôi',
    footnotes: [SWITCHES],
    push: 'Sẽ có người xem. Điểm của bạn được giữ riêng cho phần thưởng này.',
  },
  redemption_late: {
    subject: 'Phần thưởng {amount} của bạn cần thêm thời gian',
    paragraphs: [
      'Phần thưởng {amount} của bạn cần nhiều thời gian hơn chúng tôi đã hứa: nhóm của chúng tôi tự trao phần thưởng này và chưa trao được. Điểm của bạn được giữ riêng cho phần thưởng này và không thể mất.',
      'Chúng tôi sẽ báo cho bạn ngay khi phần thưởng sẵn sàng. Nếu không trao được, điểm của bạn sẽ trở lại và chúng tôi cho bạn biết lý do.',
    ],
    button: 'Xem thẻ của tôi',
    footnotes: [SWITCHES],
    push: 'Nhóm của chúng tôi tự trao phần thưởng này. Điểm của bạn được giữ riêng cho phần thưởng này.',
  },
  redemption_details: {
    subject: 'Thẻ {amount} của bạn đang chờ thông tin của bạn',
    paragraphs: [
      'Đơn vị phát hành cần địa chỉ thanh toán của bạn và tên hồ sơ viết bằng chữ Latinh (A–Z) trước khi phát hành thẻ {amount} của bạn.',
      'Vui lòng nhập địa chỉ trong mục Thẻ. Thẻ của bạn được xử lý tiếp ngay khi đơn vị phát hành có cả hai. Nếu bạn đã cung cấp cả hai, đơn vị phát hành không chấp nhận một trong số đó: hãy kiểm tra từng dòng.',
    ],
    button: 'Xem thẻ của tôi',
    footnotes: [QUESTIONS],
    push: 'Đơn vị phát hành cần địa chỉ thanh toán của bạn và tên viết bằng chữ Latinh.',
  },
  award_issued: {
    subject: '{product} tặng bạn một thẻ {amount}',
    paragraphs: [
      'Nhóm {product} đã tặng bạn một thẻ {amount}. Bạn không mất điểm nào.',
      '{text}',
      'Bạn tìm thấy thẻ, cùng mọi thứ cần để chi tiêu, trong mục Thẻ.',
    ],
    button: 'Xem thẻ',
    footnotes: ['Chúng tôi không bao giờ gửi số thẻ qua email.'],
    push: 'Bạn không mất điểm nào. Bạn tìm thấy thẻ trong mục Thẻ.',
  },
  award_failed: {
    subject: 'Không phát hành được thẻ quà tặng {amount} của bạn',
    paragraphs: [
      'Nhóm {product} đã tặng bạn một thẻ {amount}, nhưng không phát hành được thẻ này. Bạn không mất điểm nào.',
      '{text}',
      'Nếu có câu hỏi, hãy viết đến {support}.',
    ],
    button: 'Xem thẻ của tôi',
    footnotes: [SWITCHES],
    push: 'Bạn không mất điểm nào. Xem lý do trong mục Thẻ.',
  },
  points_added: {
    subject: 'Bạn nhận được {points} từ {product}',
    paragraphs: ['Nhóm {product} đã thêm {points} vào số dư của bạn; số dư bây giờ là {balance}.', '{text}'],
    button: 'Xem số dư',
    footnotes: [SWITCHES],
    push: 'Nhóm đã thêm vào số dư của bạn; số dư bây giờ là {balance}.',
  },
  points_removed: {
    subject: '{points} đã bị trừ khỏi số dư của bạn',
    paragraphs: [
      'Nhóm {product} đã trừ {points} khỏi số dư của bạn; số dư bây giờ là {balance}.',
      '{text}',
      'Nếu bạn cho rằng điều này không đúng, hãy viết đến {support}.',
    ],
    button: 'Xem số dư',
    footnotes: [QUESTIONS],
    push: 'Số dư của bạn bây giờ là {balance}. Xem lý do trong email.',
  },
  redemption_checked: {
    subject: 'Chúng tôi kiểm tra phần thưởng {amount} của bạn trước khi phát hành',
    paragraphs: [
      'Một người trong nhóm chúng tôi xem xét lượt đổi {points} của bạn trước khi phát hành phần thưởng {amount}. Điểm của bạn được giữ riêng cho lượt đổi này và không thể mất.',
      'Mục Thẻ cho biết muộn nhất khi nào có quyết định. Bạn không cần làm gì, trừ khi chúng tôi hỏi bạn ở đó.',
    ],
    button: 'Xem thẻ của tôi',
    footnotes: [QUESTIONS],
    push: 'Sẽ có người xem xét trước. Điểm của bạn được giữ riêng cho lượt đổi này.',
  },
  redemption_question: {
    subject: 'Một câu hỏi về phần thưởng {amount} của bạn',
    paragraphs: [
      'Trước khi phát hành phần thưởng {amount}, nhóm của chúng tôi muốn hỏi bạn:',
      '{text}',
      'Vui lòng trả lời trong mục Thẻ. Điểm của bạn được giữ riêng cho lượt đổi này và không thể mất.',
    ],
    button: 'Trả lời',
    footnotes: [QUESTIONS],
    push: 'Nhóm của chúng tôi có câu hỏi cho bạn. Vui lòng trả lời trong mục Thẻ.',
  },
  review_refunded: {
    subject: '{points} đã trở lại số dư của bạn',
    paragraphs: [
      'Sau khi kiểm tra, phần thưởng {amount} của bạn không được phát hành, và {points} đã trở lại số dư của bạn.',
      '{text}',
    ],
    button: 'Xem thẻ của tôi',
    footnotes: [QUESTIONS],
    push: 'Sau khi kiểm tra, phần thưởng {amount} của bạn không được phát hành.',
  },
  review_lapsed: {
    subject: '{points} đã trở lại số dư của bạn',
    paragraphs: [
      'Chúng tôi không kịp quyết định về phần thưởng {amount} của bạn nên phần thưởng không được phát hành. {points} đã trở lại số dư của bạn.',
      'Chúng tôi xin lỗi vì đã để bạn chờ.',
    ],
    button: 'Xem thẻ của tôi',
    footnotes: [QUESTIONS],
    push: 'Chúng tôi không kịp quyết định về phần thưởng {amount} của bạn.',
  },
  review_stopped: {
    subject: '{points} đã trở lại số dư của bạn',
    paragraphs: [
      'Tài khoản của bạn đang bị tạm dừng hoặc đình chỉ khi hết hạn quyết định về phần thưởng {amount} của bạn nên phần thưởng không được phát hành. {points} đã trở lại số dư của bạn.',
      'Khi tài khoản mở lại, bạn có thể đổi thưởng lần nữa.',
    ],
    button: 'Xem thẻ của tôi',
    footnotes: [QUESTIONS],
    push: 'Tài khoản của bạn đang bị tạm dừng hoặc đình chỉ nên phần thưởng {amount} của bạn không được phát hành.',
  },
  review_overdue: {
    subject: 'Một lượt đổi thưởng {amount} đang chờ quyết định',
    paragraphs: [
      'Một lượt đổi thưởng {amount} đang được kiểm tra và đã qua nửa thời gian. Khi hết thời gian, trang sẽ quyết định theo cài đặt.',
    ],
    button: 'Mở phần kiểm tra',
    footnotes: [],
    push: 'Đã qua nửa thời gian kiểm tra.',
  },
  webhook_stopped: {
    subject: 'Webhook tới {what} đã tắt',
    paragraphs: [
      'Sự kiện không còn được gửi tới {what}: bên đó trả lời là không muốn nữa, hoặc đã không nhận gì trong năm ngày. Những gì xảy ra từ bây giờ sẽ không được báo cho bên đó.',
      'Khi hệ thống kia hoạt động trở lại, hãy bật webhook và gửi lại những gì bị lỗi.',
    ],
    button: 'Mở các webhook',
    footnotes: [],
    push: 'Bên nhận không muốn sự kiện nữa, hoặc không nhận sự kiện nào trong năm ngày.',
  },
  redemption_returned: {
    subject: 'Phần thưởng {amount} của bạn đã bị hủy',
    paragraphs: [
      'Đơn vị phát hành đã hủy phần thưởng {amount} của bạn trước khi được chi tiêu. Bạn không mất gì: {points} đã trở lại số dư của bạn.',
    ],
    button: 'Xem thẻ của tôi',
    footnotes: [SWITCHES],
    push: 'Chưa có gì được chi tiêu: {points} đã trở lại số dư của bạn.',
  },
  redemption_withdrawn: {
    subject: 'Phần thưởng {amount} của bạn đã bị hủy',
    paragraphs: [
      'Đơn vị phát hành đã hủy phần thưởng {amount} của bạn nên không dùng được nữa. Không có điểm nào được trả lại.',
      'Nếu bạn cho rằng điều này không đúng, hãy viết đến {support}. Sẽ có người xem.',
    ],
    button: 'Xem thẻ của tôi',
    footnotes: [SWITCHES],
    push: 'Phần thưởng không dùng được nữa. Xem lý do trong mục Thẻ.',
  },
  reward_ending: {
    subject: 'Phần thưởng {amount} của bạn sắp hết hạn',
    paragraphs: [
      'Bạn có thể dùng phần thưởng {amount} đến hết ngày {day}; sau đó không dùng được nữa. Bạn tìm thấy nó trong mục Thẻ.',
      'Nếu đã dùng rồi, bạn không cần làm gì.',
    ],
    button: 'Xem phần thưởng',
    footnotes: [SWITCHES],
    push: 'Bạn có thể dùng đến hết ngày {day}.',
  },
  account_suspended: {
    subject: 'Tài khoản {product} của bạn bị đình chỉ',
    paragraphs: [
      'Tài khoản của bạn bị đình chỉ. Không ai đăng nhập được và không có gì được phát hành từ tài khoản này. Bạn không bị trừ điểm vì việc này, nhưng đối tác vẫn có thể thu hồi những gì họ đã trả.',
      'Lý do: {reason}.',
      '{text}',
      'Bạn có thể trả lời: đăng nhập như thường lệ và bạn sẽ thấy chỗ để viết. Sẽ có người đọc và quyết định.',
    ],
    button: 'Đăng nhập',
    footnotes: [QUESTIONS],
    push: 'Tài khoản của bạn bị đình chỉ.',
  },
  account_reinstated: {
    subject: 'Tài khoản {product} của bạn đã mở lại',
    paragraphs: ['Tài khoản của bạn không còn bị đình chỉ. Bạn đăng nhập được như trước.', '{answer}'],
    button: 'Đăng nhập',
    footnotes: [QUESTIONS],
    push: 'Bạn đăng nhập lại được rồi.',
  },
  suspension_kept: {
    subject: 'Chúng tôi đã xem xét khiếu nại của bạn',
    paragraphs: ['Chúng tôi đã xem xét khiếu nại của bạn, và tài khoản của bạn vẫn bị đình chỉ.', '{answer}'],
    button: 'Đăng nhập',
    footnotes: [QUESTIONS],
    push: 'Tài khoản của bạn vẫn bị đình chỉ.',
  },
  account_paused: {
    subject: 'Việc đổi thưởng {product} của bạn đang tạm dừng',
    paragraphs: [
      'Việc đổi thưởng của tài khoản bạn đang tạm dừng. Bạn vẫn đăng nhập, xem mọi thứ và kiếm điểm được, và điểm vẫn là của bạn.',
      'Lý do: {reason}.',
      '{text}',
      'Bạn có thể trả lời trong hồ sơ. Sẽ có người đọc và quyết định.',
    ],
    button: 'Đọc và trả lời',
    footnotes: [QUESTIONS],
    push: 'Xem lý do và cách trả lời trong hồ sơ của bạn.',
  },
  api_key_created: {
    subject: 'Một khóa API mới của {product} đã được tạo',
    paragraphs: [
      'Một chủ sở hữu của {product} đã tạo khóa API “{keyName}” ({beginning}…). Ai có khóa này đều gọi được phần quản trị của {product}. Danh sách khóa cho biết ai đã tạo, khóa được làm gì và đến khi nào.',
      'Nếu không ai trong nhóm của bạn cần khóa này, hãy thu hồi ngay.',
    ],
    button: 'Xem các khóa API',
    footnotes: ['Mọi chủ sở hữu đều nhận được email này.'],
    push: 'Một chủ sở hữu đã tạo khóa “{keyName}”.',
  },
  webhook_addressed: {
    subject: 'Một webhook của {product} có địa chỉ mới',
    paragraphs: [
      'Một chủ sở hữu của {product} đã tạo webhook hoặc đổi địa chỉ của một webhook: sự kiện của trang giờ được gửi tới {what}. Danh sách webhook cho biết những sự kiện nào, nhật ký kiểm toán cho biết ai đã làm việc này.',
      'Nếu không ai trong nhóm của bạn muốn điều này, hãy xóa webhook đó ngay.',
    ],
    button: 'Mở các webhook',
    footnotes: ['Mọi chủ sở hữu đều nhận được email này.'],
    push: 'Sự kiện của trang giờ được gửi tới {what}.',
  },
  staff_changed: {
    subject: 'Một vai trò quản trị của {product} đã thay đổi',
    paragraphs: [
      'Có người tại {product} được trao vai trò quản trị, đổi vai trò, hoặc không còn vai trò nào. Danh sách nhân viên cho biết ai có vai trò gì, nhật ký kiểm toán cho biết ai đã thay đổi.',
      'Nếu không ai trong nhóm của bạn muốn điều này, hãy gỡ vai trò đó ngay.',
    ],
    button: 'Xem nhân viên',
    footnotes: ['Mọi chủ sở hữu đều nhận được email này.'],
    push: 'Có người được trao vai trò quản trị, đổi vai trò, hoặc không còn vai trò nào.',
  },
  staff_suspension: {
    subject: 'Một quản trị viên của {product} bị đình chỉ hoặc hết bị đình chỉ',
    paragraphs: [
      'Một người có vai trò quản trị tại {product} bị đình chỉ hoặc hết bị đình chỉ. Nhật ký kiểm toán cho biết đó là ai và ai đã làm việc này.',
      'Nếu không ai trong nhóm của bạn muốn điều này, hãy hoàn tác ngay.',
    ],
    button: 'Mở nhật ký kiểm toán',
    footnotes: ['Mọi chủ sở hữu đều nhận được email này.'],
    push: 'Một quản trị viên bị đình chỉ hoặc hết bị đình chỉ.',
  },
  connection_ended: {
    subject: 'Một khóa API hoặc webhook của {product} đã bị tắt',
    paragraphs: [
      'Một chủ sở hữu của {product} đã thu hồi khóa API, gỡ bỏ hoặc tắt webhook, hoặc bớt sự kiện của webhook: {what}. Những gì dựa vào đó có thể ngừng hoạt động. Nhật ký kiểm toán cho biết ai đã làm việc này.',
      'Nếu không ai trong nhóm của bạn muốn điều này, hãy thay cái khác ngay.',
    ],
    button: 'Mở nhật ký kiểm toán',
    footnotes: ['Mọi chủ sở hữu đều nhận được email này.'],
    push: 'Những gì dựa vào {what} có thể ngừng hoạt động.',
  },
  staff_factor_reset: {
    subject: 'Bước thứ hai của một quản trị viên {product} đã bị đặt lại',
    paragraphs: [
      'Qua dòng lệnh của máy chủ, bước thứ hai và mọi khóa truy cập của một người có vai trò quản trị tại {product} đã bị gỡ. Cho đến khi thiết lập lại, chỉ cần mật khẩu là đăng nhập được vào tài khoản đó. Nhật ký kiểm toán cho biết đó là ai.',
      'Nếu không ai trong nhóm của bạn muốn điều này, hãy gỡ vai trò đó ngay.',
    ],
    button: 'Xem nhân viên',
    footnotes: ['Mọi chủ sở hữu đều nhận được email này.'],
    push: 'Bước thứ hai của một quản trị viên đã bị đặt lại.',
  },
  staff_role_changed: {
    subject: 'Vai trò của bạn tại {product} đã thay đổi',
    paragraphs: [
      'Bạn được trao một vai trò trong nhóm quản trị của {product}, đổi vai trò, hoặc không còn vai trò nào. Bạn đã bị đăng xuất ở mọi nơi. Hãy đăng nhập lại để xem giờ bạn được làm gì.',
    ],
    button: 'Mở hồ sơ',
    footnotes: ['Nếu bạn thấy bất ngờ về việc này, hãy viết đến {support}.'],
    push: 'Bạn đã bị đăng xuất ở mọi nơi.',
  },
  account_resumed: {
    subject: 'Bạn lại có thể đổi thưởng ở {product}',
    paragraphs: ['Tài khoản của bạn đã hết tạm dừng. Bạn có thể đổi điểm như trước.'],
    button: 'Đến hồ sơ',
    footnotes: [QUESTIONS],
    push: 'Bạn có thể đổi điểm như trước.',
  },
  appeal_granted: {
    subject: 'Chúng tôi đã xem xét khiếu nại của bạn',
    paragraphs: ['Chúng tôi đã xem xét khiếu nại của bạn, và tài khoản của bạn đã hết tạm dừng.', '{answer}'],
    button: 'Đến hồ sơ',
    footnotes: [QUESTIONS],
    push: 'Tài khoản của bạn đã hết tạm dừng.',
  },
  appeal_kept: {
    subject: 'Chúng tôi đã xem xét khiếu nại của bạn',
    paragraphs: [
      'Chúng tôi đã xem xét khiếu nại của bạn, và tạm thời vẫn giữ việc tạm dừng tài khoản. Điểm vẫn là của bạn.',
      '{answer}',
    ],
    button: 'Đến hồ sơ',
    footnotes: [QUESTIONS],
    push: 'Việc tạm dừng vẫn được giữ lúc này. Xem hồ sơ của bạn.',
  },
};

const mails: Record<keyof Texts['mails'], MailText> = {
  verificationCode: {
    subject: '{code} là mã {product} của bạn',
    paragraphs: ['Chào mừng bạn! Hãy nhập mã này để xác nhận địa chỉ email và hoàn tất đăng ký:'],
    button: 'Xác nhận trên thiết bị này',
    footnotes: [
      'Mã có hiệu lực trong {minutes} phút. Mã mới hơn sẽ làm mã này mất hiệu lực.',
      'Nếu bạn không đăng ký, hãy bỏ qua email này: không có mã thì không có tài khoản nào. Đừng đưa mã cho bất kỳ ai.',
    ],
  },
  alreadyMember: {
    subject: 'Bạn đã có tài khoản {product}',
    paragraphs: [
      'Ai đó, có lẽ là bạn, đã thử đăng ký {product} bằng địa chỉ này. Địa chỉ đã có tài khoản nên không có gì thay đổi.',
      'Hãy đăng nhập bằng mật khẩu của bạn. Nếu bạn quên, hãy chọn “Quên mật khẩu?” ở đó.',
    ],
    button: 'Đăng nhập',
    footnotes: [NOT_YOU],
  },
  resetLink: {
    subject: 'Đặt lại mật khẩu {product} của bạn',
    paragraphs: ['Ai đó, có lẽ là bạn, đã yêu cầu đặt lại mật khẩu cho tài khoản của bạn.'],
    button: 'Đặt mật khẩu mới',
    footnotes: [
      'Liên kết dùng được một lần và hết hạn sau {hours} giờ. Liên kết mới hơn sẽ làm liên kết này mất hiệu lực.',
      'Nếu không phải bạn, hãy bỏ qua email này: mật khẩu của bạn vẫn như cũ.',
    ],
  },
  emailChangeCode: {
    subject: '{code} xác nhận địa chỉ {product} mới của bạn',
    paragraphs: ['Hãy nhập mã này trong hồ sơ để chuyển tài khoản của bạn sang địa chỉ này:'],
    footnotes: [
      'Mã có hiệu lực trong {minutes} phút. Mã mới hơn sẽ làm mã này mất hiệu lực.',
      'Nếu bạn không yêu cầu, hãy bỏ qua email này: không có mã thì không có gì thay đổi. Đừng đưa mã cho bất kỳ ai.',
    ],
  },
  emailTaken: {
    subject: 'Địa chỉ này đã có tài khoản {product}',
    paragraphs: [
      'Ai đó đã yêu cầu chuyển một tài khoản {product} khác sang địa chỉ này. Địa chỉ đã có tài khoản riêng nên không có gì thay đổi.',
    ],
    footnotes: [NOT_YOU],
  },
  farewell: {
    subject: 'Tài khoản {product} của bạn đã được xóa',
    paragraphs: [
      'Tài khoản của bạn đã được xóa, và thông tin cá nhân của bạn đã bị xóa bỏ. Các phần thưởng còn đang đến không nhận được nữa. Hồ sơ dưới một số ngẫu nhiên, và có thể cả dấu vân tay số của hộp thư, được giữ theo thời hạn nêu trong chính sách quyền riêng tư. Cảm ơn bạn đã đồng hành.',
      TIME,
      'Nếu không phải bạn, hãy viết đến {support} ngay. Dữ liệu đã xóa không thể khôi phục.',
    ],
    footnotes: ['Đây là email cuối cùng gửi đến địa chỉ này. Bạn luôn có thể đăng ký lại.'],
  },
  farewellToEarlier: {
    subject: 'Một tài khoản {product} từng dùng địa chỉ này đã bị xóa',
    paragraphs: [
      'Một tài khoản {product} dùng địa chỉ này cho đến gần đây đã bị xóa.',
      TIME,
      'Nếu không phải bạn đã chuyển tài khoản sang địa chỉ khác và xóa nó, hãy dùng chính địa chỉ này viết ngay đến {support}. Dữ liệu đã xóa không thể khôi phục.',
    ],
    footnotes: [WAS_YOU],
  },
};

/** Vietnamese. */
export const vi: Texts = {
  points: { other: '{count} điểm' },
  notices,
  mails,
  pauseReasons: {
    many_accounts: 'có vẻ nhiều tài khoản thuộc về một người',
    disposable_email: 'tài khoản dùng địa chỉ email tạm thời',
    unusual_speed: 'các nhiệm vụ được hoàn thành nhanh bất thường',
    many_reversals: 'đối tác đã thu hồi nhiều điểm',
    region: 'có vẻ tài khoản được dùng từ một khu vực chúng tôi không phục vụ',
    staff_review: 'một người trong nhóm chúng tôi đang xem xét tài khoản',
  },
  pass: {
    description: 'Thẻ nhắc phần thưởng của {product}',
    value: 'Giá trị',
    issued: 'Phát hành',
    expires: 'Có hiệu lực đến',
    reference: 'Số tra cứu',
    about: 'Về thẻ nhắc này',
    note: 'Thẻ này nhắc bạn về phần thưởng của mình. Đây không phải thẻ thanh toán, không chạm để trả tiền được và không chứa mã. Phần thưởng nằm trong tài khoản {product} của bạn.',
    brief: 'Không dùng để trả tiền. Phần thưởng ở trong {product}.',
    open: 'Mở {product}',
    test: 'THẺ THỬ NGHIỆM',
  },
  unsubscribe: {
    why: 'Bạn nhận email này vì đã đồng ý nhận tin tức và ưu đãi của {product}.',
    link: 'Ngừng nhận',
    title: 'Ngừng nhận email',
    question:
      'Bạn có muốn ngừng nhận tin tức và ưu đãi của {product} qua email không? Email về tài khoản của bạn vẫn được gửi.',
    button: 'Ngừng nhận',
    doneTitle: 'Bạn đã ngừng nhận email',
    done: 'Chúng tôi không gửi tin tức và ưu đãi cho bạn nữa. Bạn có thể đồng ý lại trong hồ sơ.',
    invalidTitle: 'Liên kết này không dùng được',
    invalid: 'Liên kết không đầy đủ. Hãy mở lại từ email, hoặc tắt email tiếp thị trong hồ sơ của bạn.',
    home: 'Đến {product}',
  },
};
