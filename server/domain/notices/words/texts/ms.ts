import type { MailText, NoticeText, Texts } from './texts.ts';

const TIME = 'Masa: {at}.';
const WAS_YOU = 'Jika itu anda, tiada apa-apa yang perlu dibuat.';

/** A change that its owner may not have made, and what they are to do then. */
const change = (
  subject: string,
  fact: string,
  advice = 'Jika itu bukan anda, tetapkan semula kata laluan anda dengan segera dan tulis kepada {support}.',
): NoticeText => ({
  subject,
  paragraphs: [fact, TIME, advice],
  button: 'Lihat akaun anda',
  footnotes: [WAS_YOU],
  push: fact,
});

const NOT_YOU = 'Jika itu bukan anda, tiada apa-apa yang perlu dibuat.';
const SWITCHES = 'Pada profil, anda boleh memilih e-mel yang kami hantar.';
const QUESTIONS = 'Ada soalan? Tulis kepada {support}.';
const TO_CARDS = 'Lihat kad saya';

const notices: Texts['notices'] = {
  password_changed: change(
    'Kata laluan {product} anda telah ditukar',
    'Kata laluan akaun anda telah ditukar, dan semua peranti lain telah dilog keluar.',
  ),
  two_factor_enabled: change(
    'Log masuk dua langkah dihidupkan untuk {product}',
    'Mulai sekarang, log masuk ke akaun anda memerlukan langkah kedua, dengan aplikasi pengesah atau kunci laluan. Semua peranti lain telah dilog keluar.',
  ),
  two_factor_disabled: change(
    'Log masuk dua langkah dimatikan untuk {product}',
    'Log masuk ke akaun anda tidak lagi memerlukan langkah kedua.',
  ),
  backup_codes_renewed: change(
    'Kod sandaran {product} baharu',
    'Kod sandaran baharu telah dibuat untuk akaun anda. Kod lama tidak lagi berfungsi.',
  ),
  backup_code_used: change(
    'Kod sandaran {product} telah digunakan',
    'Satu kod sandaran akaun anda digunakan sebagai langkah kedua. Kod itu tidak berfungsi untuk kali kedua.',
  ),
  passkey_added: change(
    'Kunci laluan ditambah pada akaun {product} anda',
    'Satu kunci laluan ditambah pada akaun anda, pada peranti ini: {device}. Ia boleh digunakan untuk log masuk tanpa kata laluan anda. Kata laluan baharu tidak menghalangnya: jika kunci itu bukan milik anda, buang pada profil anda.',
  ),
  passkey_removed: change(
    'Kunci laluan dibuang daripada akaun {product} anda',
    'Satu kunci laluan akaun anda dibuang dan tidak lagi boleh digunakan untuk log masuk.',
  ),
  passkey_copied: change(
    'Salinan kunci laluan {product} anda ditolak',
    'Seseorang cuba log masuk dengan sesuatu yang kelihatan seperti salinan kunci laluan anda, di sini: {device}. Dia tidak berjaya masuk. Buang kunci laluan itu pada profil anda dan tambah yang baharu.',
  ),
  identity_linked: change(
    '{provider} kini boleh digunakan untuk log masuk ke akaun {product} anda',
    'Sebuah akaun di {provider} telah dipautkan dengan akaun anda dan kini boleh digunakan untuk log masuk. Kata laluan baharu tidak menghalangnya: jika akaun itu bukan milik anda, nyahpaut pada profil anda.',
  ),
  identity_unlinked: change(
    '{provider} tidak boleh lagi digunakan untuk log masuk ke akaun {product} anda',
    'Akaun di {provider} telah dinyahpaut daripada akaun anda dan tidak boleh lagi digunakan untuk log masuk.',
  ),
  new_device: change(
    'Log masuk baharu ke {product}',
    'Seseorang, mungkin anda, log masuk ke akaun anda dari peranti atau tempat yang belum pernah dilihat: {device}.',
  ),
  second_factors_refused: change(
    'Kod dua langkah yang salah untuk akaun {product} anda',
    'Seseorang memasukkan kata laluan akaun anda yang betul, kemudian beberapa kod dua langkah yang salah, kali terakhir di sini: {device}. Dia tidak berjaya masuk, tetapi mungkin tahu kata laluan anda.',
  ),
  second_factors_refused_elsewhere: change(
    'Kod dua langkah yang salah untuk akaun {product} anda',
    'Seseorang log masuk di {provider} dengan akaun yang dipautkan dengan akaun anda, kemudian memasukkan beberapa kod dua langkah yang salah, kali terakhir di sini: {device}. Dia tidak berjaya masuk ke akaun anda.',
    'Jika itu bukan anda, lindungi akaun anda di {provider} dengan segera atau nyahpaut akaun itu pada profil anda, dan tulis kepada {support}. Kata laluan baharu di sini tidak menghalangnya.',
  ),
  passwords_refused: change(
    'Banyak kata laluan salah untuk akaun {product} anda',
    'Seseorang mencuba terlalu banyak kata laluan yang salah untuk akaun anda, kali terakhir di sini: {device}. Tiada satu pun yang betul. Peranti yang pernah anda gunakan untuk log masuk masih berfungsi; peranti baharu ditolak sehingga sehari, melainkan anda menetapkan semula kata laluan anda.',
  ),
  passwords_refused_known: change(
    'Banyak kata laluan salah untuk akaun {product} anda',
    'Seseorang mencuba banyak kata laluan yang salah untuk akaun anda, pada peranti yang pernah anda gunakan untuk log masuk atau dengan data yang disalin daripadanya: {device}. Tiada satu pun yang betul. Kata laluan baharu melog keluar semua peranti.',
  ),
  email_change_requested: change(
    'Alamat baharu untuk akaun {product} anda',
    'Seseorang, mungkin anda, meminta supaya akaun anda dipindahkan ke alamat e-mel lain. Belum ada yang berubah: pemindahan itu memerlukan kod yang dihantar ke alamat baharu.',
  ),
  email_changed: change(
    'Alamat {product} anda telah ditukar',
    'Akaun anda kini menggunakan alamat e-mel lain. Mulai sekarang e-mel kami dihantar ke sana.',
    'Jika itu bukan anda, tulis kepada {support} dengan segera dari alamat ini: pautan untuk kata laluan baharu tidak lagi dihantar ke sini. Jika ada peranti anda yang masih log masuk, kembalikan alamat ini pada profil anda di situ, kemudian tukar kata laluan anda.',
  ),
  data_exported: change(
    'Salinan data {product} anda telah dimuat turun',
    'Seseorang, mungkin anda, telah memuat turun salinan semua data akaun anda.',
  ),
  points_credited: {
    subject: '{points} diterima',
    paragraphs: ['Anda mendapat {points} daripada {what}. Baki anda kini {balance}.'],
    button: 'Lihat sejarah anda',
    footnotes: [SWITCHES],
    push: '{what}. Baki anda {balance}.',
  },
  points_reversed: {
    subject: '{points} telah ditarik balik',
    paragraphs: [
      'Rakan kongsi yang membayar untuk {what} telah menarik balik {points}. Baki anda kini {balance}.',
      'Rakan kongsi melakukannya apabila pengiklan tidak menerima sesuatu tugasan: ia tidak siap, sudah pernah dibuat, atau pesanan dibatalkan. Jika baki anda di bawah sifar, mata ganjaran baharu akan menampungnya.',
      'Jika anda rasa tugasan itu betul, tanya halaman bantuan offerwall dahulu, dan tulis kepada {support} jika mereka tidak membantu.',
    ],
    button: 'Lihat sejarah anda',
    footnotes: [SWITCHES],
    push: 'Rakan kongsi bagi {what} menarik balik mata ganjarannya. Baki anda {balance}.',
  },
  pending_reversed: {
    subject: '{points} tidak akan diterima',
    paragraphs: [
      'Rakan kongsi tidak membayar untuk {what}, jadi {points} yang tertangguh tidak akan diterima. Baki anda kekal {balance}.',
      'Rakan kongsi melakukannya apabila pengiklan tidak menerima sesuatu tugasan: ia tidak siap, sudah pernah dibuat, atau pesanan dibatalkan.',
      'Jika anda rasa tugasan itu betul, tanya halaman bantuan offerwall dahulu, dan tulis kepada {support} jika mereka tidak membantu.',
    ],
    button: 'Lihat sejarah anda',
    footnotes: [SWITCHES],
    push: 'Rakan kongsi tidak membayar untuk {what}. Baki anda kekal {balance}.',
  },
  debt_met: {
    subject: '{points} ditolak untuk akaun lama anda',
    paragraphs: [
      'Akaun lama anda dengan peti mel yang sama masih berhutang {points}. Jumlah ini ditolak daripada baki anda, yang kini {balance}.',
      'Jika baki anda di bawah sifar, mata ganjaran baharu akan menampungnya.',
      'Jika anda rasa ini salah, tulis kepada {support}.',
    ],
    button: 'Lihat sejarah anda',
    footnotes: [SWITCHES],
    push: 'Akaun lama anda masih berhutang jumlah ini. Baki anda kini {balance}.',
  },
  claim_granted: {
    subject: 'Mata ganjaran anda yang belum masuk kini ditambah: {points}',
    paragraphs: [
      'Kami telah menyemak laporan anda tentang {what}, dan {points} kini ada dalam akaun anda.',
      '{answer}',
    ],
    button: 'Lihat sejarah anda',
    footnotes: [SWITCHES],
    push: '{points} untuk {what} kini ada dalam akaun anda.',
  },
  claim_refused: {
    subject: 'Kami telah menyemak laporan anda',
    paragraphs: [
      'Kami telah menyemak laporan anda tentang {what} dan tidak dapat meluluskannya.',
      '{answer}',
    ],
    button: 'Lihat tugasan anda',
    footnotes: [QUESTIONS],
    push: 'Kami tidak dapat meluluskan laporan anda tentang {what}. Jawapannya ada pada laporan anda.',
  },
  offer_deadline: {
    subject: 'Masa hampir tamat: {what}',
    paragraphs: [
      'Anda telah memulakan {what}. Langkah seterusnya perlu dicapai sebelum {at}; selepas itu tiada mata lagi untuknya.',
    ],
    button: 'Lihat tugasan anda',
    footnotes: [SWITCHES],
    push: 'Langkah seterusnya perlu dicapai sebelum {at}.',
  },
  threshold_reached: {
    subject: 'Ganjaran anda sudah sedia',
    paragraphs: ['Baki anda sudah mencapai {balance}. Anda boleh menebusnya bila-bila masa anda mahu.'],
    button: 'Tebus ganjaran anda',
    footnotes: [SWITCHES],
    push: 'Baki anda sudah mencapai {balance}. Tebus bila-bila masa anda mahu.',
  },
  redemption_issued: {
    subject: 'Ganjaran {amount} anda sudah sedia',
    paragraphs: [
      'Ganjaran {amount} anda telah dikeluarkan. Ia ada di halaman Kad, dengan semua yang diperlukan untuk membelanjakannya.',
    ],
    button: 'Tunjukkan ganjaran saya',
    footnotes: ['Kami tidak pernah menghantar nombor kad atau kod melalui e-mel.'],
    push: 'Ia ada di halaman Kad.',
  },
  redemption_failed: {
    subject: 'Ganjaran {amount} anda tidak dapat dikeluarkan',
    paragraphs: [
      'Pengeluar menolak ganjaran {amount} anda. Tiada apa-apa yang hilang: {points} telah kembali ke baki anda.',
      'Jika ada soalan, tulis kepada {support}.',
    ],
    button: TO_CARDS,
    footnotes: [SWITCHES],
    push: 'Tiada apa-apa yang hilang: {points} telah kembali ke baki anda.',
  },
  redemption_refused: {
    subject: 'Ganjaran {amount} anda tidak dapat diberikan',
    paragraphs: [
      'Pasukan {product} tidak dapat memberikan ganjaran {amount} anda. Tiada apa-apa yang hilang: {points} telah kembali ke baki anda.',
      '{text}',
    ],
    button: TO_CARDS,
    footnotes: [QUESTIONS],
    push: 'Tiada apa-apa yang hilang: {points} telah kembali ke baki anda.',
  },
  redemption_in_review: {
    subject: 'Ganjaran {amount} anda mengambil masa lebih lama',
    paragraphs: [
      'Ganjaran {amount} anda belum dikeluarkan, jadi seseorang sedang menyemaknya. Mata ganjaran anda diketepikan untuknya dan tidak akan hilang.',
      'Kami akan menghubungi anda sebaik sahaja ia diputuskan.',
    ],
    button: TO_CARDS,
    footnotes: [SWITCHES],
    push: 'Seseorang sedang menyemaknya. Mata ganjaran anda diketepikan untuknya.',
  },
  redemption_late: {
    subject: 'Ganjaran {amount} anda mengambil masa lebih lama',
    paragraphs: [
      'Ganjaran {amount} anda mengambil masa lebih lama daripada yang kami janjikan: pasukan kami sendiri yang memberikannya dan belum dapat berbuat demikian. Mata ganjaran anda diketepikan untuknya dan tidak akan hilang.',
      'Kami akan menghubungi anda sebaik sahaja ia sedia. Jika ia tidak dapat diberikan, mata ganjaran anda akan kembali dan kami akan memberitahu sebabnya.',
    ],
    button: TO_CARDS,
    footnotes: [SWITCHES],
    push: 'Pasukan kami sendiri yang memberikannya. Mata ganjaran anda diketepikan untuknya.',
  },
  redemption_details: {
    subject: 'Kad {amount} anda menunggu butiran anda',
    paragraphs: [
      'Pengeluar kad memerlukan alamat pengebilan anda dan nama profil dalam huruf Latin (A–Z) sebelum boleh mengeluarkan kad {amount} anda.',
      'Sila isi alamat pengebilan anda di halaman Kad. Kad anda diteruskan sebaik sahaja pengeluar mempunyai kedua-duanya. Jika kedua-duanya sudah anda berikan, pengeluar tidak menerima salah satunya: sila semak setiap baris.',
    ],
    button: TO_CARDS,
    footnotes: [QUESTIONS],
    push: 'Pengeluar kad memerlukan alamat pengebilan anda dan nama dalam huruf Latin.',
  },
  award_issued: {
    subject: '{product} memberi anda kad {amount}',
    paragraphs: [
      'Pasukan {product} memberi anda kad {amount}. Tiada mata ganjaran anda yang diambil.',
      '{text}',
      'Ia ada di halaman Kad, dengan semua yang diperlukan untuk membelanjakannya.',
    ],
    button: 'Tunjukkan kad saya',
    footnotes: ['Kami tidak pernah menghantar nombor kad melalui e-mel.'],
    push: 'Tiada mata ganjaran anda yang diambil. Ia ada di halaman Kad.',
  },
  award_failed: {
    subject: 'Kad pemberian {amount} anda tidak dapat dikeluarkan',
    paragraphs: [
      'Pasukan {product} memberi anda kad {amount}, tetapi kad itu tidak dapat dikeluarkan. Tiada mata ganjaran anda yang diambil.',
      '{text}',
      'Jika ada soalan, tulis kepada {support}.',
    ],
    button: TO_CARDS,
    footnotes: [SWITCHES],
    push: 'Tiada mata ganjaran anda yang diambil. Lihat sebabnya di halaman Kad.',
  },
  points_added: {
    subject: 'Anda mendapat {points} daripada {product}',
    paragraphs: ['Pasukan {product} menambah {points} ke baki anda, yang kini {balance}.', '{text}'],
    button: 'Lihat baki saya',
    footnotes: [SWITCHES],
    push: 'Pasukan kami menambahnya ke baki anda, yang kini {balance}.',
  },
  points_removed: {
    subject: '{points} ditolak daripada baki anda',
    paragraphs: [
      'Pasukan {product} menolak {points} daripada baki anda, yang kini {balance}.',
      '{text}',
      'Jika anda rasa ini salah, tulis kepada {support}.',
    ],
    button: 'Lihat baki saya',
    footnotes: [QUESTIONS],
    push: 'Baki anda kini {balance}. Lihat sebabnya dalam e-mel.',
  },
  redemption_checked: {
    subject: 'Kami menyemak ganjaran {amount} anda sebelum ia dikeluarkan',
    paragraphs: [
      'Seorang daripada pasukan kami menyemak penebusan {points} anda sebelum ganjaran {amount} anda dikeluarkan. Mata ganjaran anda diketepikan untuknya dan tidak akan hilang.',
      'Halaman Kad menunjukkan bila ia akan diputuskan. Anda tidak perlu membuat apa-apa melainkan kami bertanya sesuatu di sana.',
    ],
    button: TO_CARDS,
    footnotes: [QUESTIONS],
    push: 'Seseorang menyemaknya dahulu. Mata ganjaran anda diketepikan untuknya.',
  },
  redemption_question: {
    subject: 'Soalan tentang ganjaran {amount} anda',
    paragraphs: [
      'Sebelum ganjaran {amount} anda dapat dikeluarkan, pasukan kami bertanya:',
      '{text}',
      'Sila jawab di halaman Kad. Mata ganjaran anda diketepikan untuknya dan tidak akan hilang.',
    ],
    button: 'Jawab',
    footnotes: [QUESTIONS],
    push: 'Pasukan kami bertanya sesuatu kepada anda. Sila jawab di halaman Kad.',
  },
  review_refunded: {
    subject: '{points} telah kembali ke baki anda',
    paragraphs: [
      'Selepas semakan, ganjaran {amount} anda tidak dikeluarkan, dan {points} telah kembali ke baki anda.',
      '{text}',
    ],
    button: TO_CARDS,
    footnotes: [QUESTIONS],
    push: 'Ganjaran {amount} anda tidak dikeluarkan selepas semakan.',
  },
  review_lapsed: {
    subject: '{points} telah kembali ke baki anda',
    paragraphs: [
      'Kami tidak sempat membuat keputusan tentang ganjaran {amount} anda, jadi ia tidak dikeluarkan. {points} telah kembali ke baki anda.',
      'Maaf kerana membuat anda menunggu.',
    ],
    button: TO_CARDS,
    footnotes: [QUESTIONS],
    push: 'Kami tidak sempat membuat keputusan tentang ganjaran {amount} anda.',
  },
  review_stopped: {
    subject: '{points} telah kembali ke baki anda',
    paragraphs: [
      'Akaun anda sedang dijeda atau digantung apabila tempoh membuat keputusan tentang ganjaran {amount} anda tamat, jadi ia tidak dikeluarkan. {points} telah kembali ke baki anda.',
      'Apabila akaun anda dibuka semula, anda boleh menebus sekali lagi.',
    ],
    button: TO_CARDS,
    footnotes: [QUESTIONS],
    push: 'Akaun anda sedang dijeda atau digantung, jadi ganjaran {amount} anda tidak dikeluarkan.',
  },
  review_overdue: {
    subject: 'Penebusan {amount} menunggu keputusan',
    paragraphs: [
      'Satu penebusan {amount} sedang disemak, dan separuh tempohnya sudah berlalu. Apabila tempoh tamat, laman memutuskan mengikut tetapannya.',
    ],
    button: 'Buka semakan',
    footnotes: [],
    push: 'Separuh tempoh semakannya sudah berlalu.',
  },
  webhook_stopped: {
    subject: 'Webhook ke {what} dimatikan',
    paragraphs: [
      'Peristiwa tidak lagi dihantar ke {what}: penerima menjawab bahawa ia tidak mahu lagi, atau tidak menerima apa-apa selama lima hari. Apa yang berlaku mulai sekarang tidak dimaklumkan kepadanya.',
      'Apabila sistem itu berfungsi semula, hidupkan webhook dan hantar semula yang gagal.',
    ],
    button: 'Buka webhook',
    footnotes: [],
    push: 'Penerima tidak mahu peristiwa lagi, atau tidak menerima satu pun selama lima hari.',
  },
  redemption_returned: {
    subject: 'Ganjaran {amount} anda dibatalkan',
    paragraphs: [
      'Pengeluar membatalkan ganjaran {amount} anda sebelum ia digunakan. Tiada apa-apa yang hilang: {points} telah kembali ke baki anda.',
    ],
    button: TO_CARDS,
    footnotes: [SWITCHES],
    push: 'Ia belum digunakan: {points} telah kembali ke baki anda.',
  },
  redemption_withdrawn: {
    subject: 'Ganjaran {amount} anda dibatalkan',
    paragraphs: [
      'Pengeluar membatalkan ganjaran {amount} anda, jadi ia tidak boleh digunakan lagi. Tiada mata ganjaran dikembalikan untuknya.',
      'Jika anda rasa ini salah, tulis kepada {support}. Seseorang akan menyemaknya.',
    ],
    button: TO_CARDS,
    footnotes: [SWITCHES],
    push: 'Ia tidak boleh digunakan lagi. Lihat sebabnya di halaman Kad.',
  },
  reward_ending: {
    subject: 'Ganjaran {amount} anda hampir tamat tempoh',
    paragraphs: [
      'Anda boleh menggunakan ganjaran {amount} anda hingga {day}; selepas itu tidak boleh lagi. Ia ada di halaman Kad.',
      'Jika anda sudah menggunakannya, tiada apa-apa yang perlu dibuat.',
    ],
    button: 'Tunjukkan ganjaran saya',
    footnotes: [SWITCHES],
    push: 'Anda boleh menggunakannya hingga {day}.',
  },
  account_suspended: {
    subject: 'Akaun {product} anda digantung',
    paragraphs: [
      'Akaun anda digantung. Tiada sesiapa boleh log masuk, dan tiada apa-apa dikeluarkan daripadanya. Tiada mata diambil kerana ini, tetapi rakan kongsi masih boleh menarik balik apa yang mereka bayar.',
      'Sebabnya: {reason}.',
      '{text}',
      'Anda boleh menjawab: log masuk seperti biasa, dan anda akan nampak tempatnya. Seseorang membacanya dan membuat keputusan.',
    ],
    button: 'Log masuk',
    footnotes: [QUESTIONS],
    push: 'Akaun anda digantung.',
  },
  account_reinstated: {
    subject: 'Akaun {product} anda dibuka semula',
    paragraphs: ['Penggantungan akaun anda telah tamat. Anda boleh log masuk seperti biasa.', '{answer}'],
    button: 'Log masuk',
    footnotes: [QUESTIONS],
    push: 'Anda boleh log masuk semula.',
  },
  suspension_kept: {
    subject: 'Kami telah menyemak jawapan anda',
    paragraphs: ['Kami telah menyemak jawapan anda, dan akaun anda kekal digantung.', '{answer}'],
    button: 'Log masuk',
    footnotes: [QUESTIONS],
    push: 'Akaun anda kekal digantung.',
  },
  account_paused: {
    subject: 'Penebusan {product} anda dijeda',
    paragraphs: [
      'Penebusan akaun anda dijeda. Anda boleh log masuk, melihat semuanya dan terus mengumpul, dan mata ganjaran anda kekal milik anda.',
      'Sebabnya: {reason}.',
      '{text}',
      'Anda boleh menjawab pada profil anda. Seseorang membacanya dan membuat keputusan.',
    ],
    button: 'Baca dan jawab',
    footnotes: [QUESTIONS],
    push: 'Lihat sebab dan cara menjawab pada profil anda.',
  },
  api_key_created: {
    subject: 'Kunci API {product} yang baharu telah dibuat',
    paragraphs: [
      'Seorang pemilik {product} telah membuat kunci API “{keyName}” ({beginning}…). Sesiapa yang memilikinya boleh memanggil bahagian pentadbir {product}. Senarai kunci menyatakan siapa yang membuatnya, apa yang boleh dilakukannya dan sehingga bila.',
      'Jika tiada sesiapa dalam pasukan anda yang mahukannya, batalkan dengan segera.',
    ],
    button: 'Lihat kunci API',
    footnotes: ['Setiap pemilik menerima e-mel ini.'],
    push: 'Seorang pemilik telah membuat kunci “{keyName}”.',
  },
  webhook_addressed: {
    subject: 'Webhook {product} mempunyai alamat baharu',
    paragraphs: [
      'Seorang pemilik {product} telah membuat webhook atau memberinya alamat baharu: peristiwa laman kini dihantar ke {what}. Senarai webhook menyatakan peristiwa yang mana, dan jejak audit menyatakan siapa yang melakukannya.',
      'Jika tiada sesiapa dalam pasukan anda mahukannya, buang webhook itu dengan segera.',
    ],
    button: 'Buka webhook',
    footnotes: ['Setiap pemilik menerima e-mel ini.'],
    push: 'Peristiwa laman kini dihantar ke {what}.',
  },
  staff_changed: {
    subject: 'Satu peranan pentadbir {product} telah berubah',
    paragraphs: [
      'Seseorang di {product} mendapat peranan pentadbir, peranan lain, atau tiada peranan lagi. Senarai kakitangan menunjukkan siapa memegang peranan apa, dan jejak audit menunjukkan siapa yang mengubahnya.',
      'Jika tiada sesiapa dalam pasukan anda mahukannya, tarik balik peranan itu segera.',
    ],
    button: 'Lihat kakitangan',
    footnotes: ['Setiap pemilik menerima e-mel ini.'],
    push: 'Seseorang mendapat peranan pentadbir, peranan lain, atau tiada peranan lagi.',
  },
  staff_suspension: {
    subject: 'Pentadbir {product} digantung, atau penggantungan tamat',
    paragraphs: [
      'Seseorang yang mempunyai peranan pentadbir di {product} digantung, atau penggantungannya tamat. Jejak audit menyatakan siapa orangnya dan siapa yang melakukannya.',
      'Jika tiada sesiapa dalam pasukan anda mahukannya, batalkannya dengan segera.',
    ],
    button: 'Buka jejak audit',
    footnotes: ['Setiap pemilik menerima e-mel ini.'],
    push: 'Seorang pentadbir digantung, atau penggantungan tamat.',
  },
  connection_ended: {
    subject: 'Kunci API atau webhook {product} dimatikan',
    paragraphs: [
      'Seorang pemilik {product} membatalkan kunci API, membuang atau mematikan webhook, atau mengurangkan peristiwanya: {what}. Apa yang bergantung padanya mungkin berhenti berfungsi. Jejak audit menyatakan siapa yang melakukannya.',
      'Jika tiada sesiapa dalam pasukan anda mahukannya, gantikannya dengan segera.',
    ],
    button: 'Buka jejak audit',
    footnotes: ['Setiap pemilik menerima e-mel ini.'],
    push: 'Apa yang bergantung pada {what} mungkin berhenti berfungsi.',
  },
  staff_factor_reset: {
    subject: 'Langkah kedua seorang pentadbir {product} telah ditetapkan semula',
    paragraphs: [
      'Melalui baris arahan pelayan, langkah kedua dan semua kunci laluan seseorang yang mempunyai peranan pentadbir di {product} telah dibuang. Sehingga disediakan semula, kata laluannya sahaja cukup untuk log masuk. Jejak audit menunjukkan siapa orangnya.',
      'Jika tiada sesiapa dalam pasukan anda mahukannya, tarik balik peranan itu segera.',
    ],
    button: 'Lihat kakitangan',
    footnotes: ['Setiap pemilik menerima e-mel ini.'],
    push: 'Langkah kedua seorang pentadbir telah ditetapkan semula.',
  },
  staff_role_changed: {
    subject: 'Peranan anda di {product} telah berubah',
    paragraphs: [
      'Anda mendapat peranan pentadbir di {product}, peranan lain, atau tiada peranan lagi. Anda telah dilog keluar di semua tempat. Log masuk semula untuk melihat apa yang boleh anda lakukan sekarang.',
    ],
    button: 'Buka profil saya',
    footnotes: ['Jika ini mengejutkan anda, tulis kepada {support}.'],
    push: 'Anda telah dilog keluar di semua tempat.',
  },
  account_resumed: {
    subject: 'Penebusan {product} anda dibuka semula',
    paragraphs: ['Jeda akaun anda telah tamat. Anda boleh menebus mata ganjaran anda seperti biasa.'],
    button: 'Pergi ke profil anda',
    footnotes: [QUESTIONS],
    push: 'Anda boleh menebus mata ganjaran anda seperti biasa.',
  },
  appeal_granted: {
    subject: 'Kami telah menyemak jawapan anda',
    paragraphs: ['Kami telah menyemak jawapan anda, dan jeda akaun anda telah tamat.', '{answer}'],
    button: 'Pergi ke profil anda',
    footnotes: [QUESTIONS],
    push: 'Jeda akaun anda telah tamat.',
  },
  appeal_kept: {
    subject: 'Kami telah menyemak jawapan anda',
    paragraphs: [
      'Kami telah menyemak jawapan anda, dan jeda akaun anda kekal buat masa ini. Mata ganjaran anda kekal milik anda.',
      '{answer}',
    ],
    button: 'Pergi ke profil anda',
    footnotes: [QUESTIONS],
    push: 'Jeda itu kekal buat masa ini. Lihat profil anda.',
  },
};

const mails: Record<keyof Texts['mails'], MailText> = {
  verificationCode: {
    subject: '{code} ialah kod {product} anda',
    paragraphs: [
      'Selamat datang! Masukkan kod ini untuk mengesahkan alamat e-mel anda dan menyelesaikan pendaftaran:',
    ],
    button: 'Sahkan pada peranti ini',
    footnotes: [
      'Kod ini sah selama {minutes} minit. Kod yang lebih baharu membatalkan kod ini.',
      'Jika anda tidak mendaftar, abaikan e-mel ini: tanpa kod tiada akaun. Jangan berikan kod kepada sesiapa.',
    ],
  },
  alreadyMember: {
    subject: 'Anda sudah mempunyai akaun {product}',
    paragraphs: [
      'Seseorang, mungkin anda, cuba mendaftar di {product} dengan alamat ini. Alamat ini sudah mempunyai akaun, jadi tiada apa-apa yang diubah.',
      'Log masuk dengan kata laluan anda. Jika anda terlupa, pilih “Terlupa kata laluan?” di sana.',
    ],
    button: 'Log masuk',
    footnotes: [NOT_YOU],
  },
  resetLink: {
    subject: 'Tetapkan semula kata laluan {product} anda',
    paragraphs: ['Seseorang, mungkin anda, meminta untuk menetapkan semula kata laluan akaun anda.'],
    button: 'Pilih kata laluan baharu',
    footnotes: [
      'Pautan ini berfungsi sekali dan tamat tempoh dalam {hours} jam. Pautan yang lebih baharu membatalkan pautan ini.',
      'Jika itu bukan anda, abaikan e-mel ini: kata laluan anda kekal seperti sedia ada.',
    ],
  },
  emailChangeCode: {
    subject: '{code} mengesahkan alamat {product} baharu anda',
    paragraphs: ['Masukkan kod ini pada profil anda untuk memindahkan akaun anda ke alamat ini:'],
    footnotes: [
      'Kod ini sah selama {minutes} minit. Kod yang lebih baharu membatalkan kod ini.',
      'Jika anda tidak memintanya, abaikan e-mel ini: tiada apa-apa berubah tanpa kod. Jangan berikan kod kepada sesiapa.',
    ],
  },
  emailTaken: {
    subject: 'Alamat ini sudah mempunyai akaun {product}',
    paragraphs: [
      'Seseorang meminta supaya akaun {product} lain dipindahkan ke alamat ini. Alamat ini sudah mempunyai akaunnya sendiri, jadi tiada apa-apa yang diubah.',
    ],
    footnotes: [NOT_YOU],
  },
  farewell: {
    subject: 'Akaun {product} anda telah dipadamkan',
    paragraphs: [
      'Akaun anda telah dipadamkan, bersama butiran peribadi anda. Ganjaran yang masih diproses tidak boleh diambil lagi. Rekod di bawah nombor rawak, dan mungkin cap jari digital peti mel anda, kekal disimpan selama tempoh yang dinyatakan dalam dasar privasi. Terima kasih kerana pernah bersama kami.',
      TIME,
      'Jika itu bukan anda, tulis kepada {support} dengan segera. Data yang dipadamkan tidak boleh dikembalikan.',
    ],
    footnotes: [
      'Ini e-mel terakhir ke alamat ini. Anda dialu-alukan untuk mendaftar semula pada bila-bila masa.',
    ],
  },
  farewellToEarlier: {
    subject: 'Akaun {product} yang dahulu menggunakan alamat ini telah dipadamkan',
    paragraphs: [
      'Akaun {product} yang menggunakan alamat ini sehingga baru-baru ini telah dipadamkan.',
      TIME,
      'Jika bukan anda yang memindahkannya ke alamat lain dan memadamkannya, tulis kepada {support} dengan segera dari alamat ini. Data yang dipadamkan tidak boleh dikembalikan.',
    ],
    footnotes: [WAS_YOU],
  },
};

/** Malay. */
export const ms: Texts = {
  points: { other: '{count} mata' },
  notices,
  mails,
  pauseReasons: {
    many_accounts: 'beberapa akaun nampaknya milik seorang sahaja',
    disposable_email: 'akaun menggunakan alamat e-mel pakai buang',
    unusual_speed: 'tugasan disiapkan terlalu pantas',
    many_reversals: 'rakan kongsi menarik balik banyak mata ganjaran',
    region: 'akaun nampaknya digunakan dari wilayah yang tidak kami layani',
    staff_review: 'seorang daripada pasukan kami sedang menyemak akaun',
  },
  pass: {
    description: 'Pas ganjaran {product}',
    value: 'Nilai',
    issued: 'Dikeluarkan',
    expires: 'Sah hingga',
    reference: 'Rujukan',
    about: 'Tentang pas ini',
    note: 'Pas ini mengingatkan anda tentang ganjaran anda. Ia bukan kad pembayaran, tidak boleh digunakan untuk bayaran tanpa sentuh dan tidak mengandungi kod. Ganjaran anda ada dalam akaun {product} anda.',
    brief: 'Pas ini bukan untuk membayar. Ganjaran ada di {product}.',
    open: 'Buka {product}',
    test: 'PAS UJIAN',
  },
  unsubscribe: {
    why: 'Anda menerima e-mel ini kerana anda bersetuju menerima berita dan tawaran {product}.',
    link: 'Berhenti melanggan',
    title: 'Berhenti melanggan',
    question:
      'Adakah anda mahu berhenti menerima berita dan tawaran {product} melalui e-mel? E-mel tentang akaun anda tetap dihantar.',
    button: 'Berhenti melanggan',
    doneTitle: 'Anda telah berhenti melanggan',
    done: 'Kami tidak lagi menghantar berita dan tawaran kepada anda. Anda boleh bersetuju semula pada profil anda.',
    invalidTitle: 'Pautan ini tidak berfungsi',
    invalid:
      'Pautan ini tidak lengkap. Buka semula daripada e-mel, atau matikan e-mel promosi pada profil anda.',
    home: 'Pergi ke {product}',
  },
};
