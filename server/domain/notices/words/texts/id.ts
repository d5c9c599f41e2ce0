import type { MailText, NoticeText, Texts } from './texts.ts';

const TIME = 'Waktu: {at}.';
const WAS_YOU = 'Jika itu kamu, tidak ada yang perlu dilakukan.';

/** A change that its owner may not have made, and what they are to do then. */
const change = (
  subject: string,
  fact: string,
  advice = 'Jika itu bukan kamu, segera atur ulang kata sandimu dan tulis ke {support}.',
): NoticeText => ({
  subject,
  paragraphs: [fact, TIME, advice],
  button: 'Lihat akunmu',
  footnotes: [WAS_YOU],
  push: fact,
});

const NOT_YOU = 'Jika itu bukan kamu, tidak ada yang perlu dilakukan.';
const SWITCHES = 'Di profilmu kamu bisa memilih email mana yang kami kirim.';
const QUESTIONS = 'Ada pertanyaan? Tulis ke {support}.';
const TO_CARDS = 'Lihat kartu saya';

const notices: Texts['notices'] = {
  password_changed: change(
    'Kata sandi {product}-mu sudah diganti',
    'Kata sandi akunmu sudah diganti, dan semua perangkat lain dikeluarkan.',
  ),
  two_factor_enabled: change(
    'Masuk dua langkah di {product} aktif',
    'Mulai sekarang, masuk ke akunmu membutuhkan langkah kedua dengan aplikasi autentikator atau kunci sandi. Semua perangkat lain dikeluarkan.',
  ),
  two_factor_disabled: change(
    'Masuk dua langkah di {product} dimatikan',
    'Masuk ke akunmu tidak lagi membutuhkan langkah kedua.',
  ),
  backup_codes_renewed: change(
    'Kode cadangan {product} baru',
    'Kode cadangan baru dibuat untuk akunmu. Yang lama tidak berlaku lagi.',
  ),
  backup_code_used: change(
    'Kode cadangan {product} dipakai',
    'Sebuah kode cadangan akunmu dipakai sebagai langkah kedua. Kode itu tidak berlaku untuk kedua kalinya.',
  ),
  passkey_added: change(
    'Kunci sandi ditambahkan ke akun {product}-mu',
    'Sebuah kunci sandi ditambahkan ke akunmu, di perangkat ini: {device}. Kunci itu bisa dipakai masuk tanpa kata sandimu. Kata sandi baru tidak mengubahnya: jika kunci itu bukan milikmu, hapus di profilmu.',
  ),
  passkey_removed: change(
    'Kunci sandi dihapus dari akun {product}-mu',
    'Sebuah kunci sandi akunmu dihapus dan tidak bisa lagi dipakai masuk.',
  ),
  passkey_copied: change(
    'Salinan kunci sandi {product}-mu ditolak',
    'Seseorang mencoba masuk dengan sesuatu yang tampak seperti salinan kunci sandimu, di sini: {device}. Orang itu tidak berhasil masuk. Hapus kunci sandi itu di profilmu dan tambahkan yang baru.',
  ),
  identity_linked: change(
    '{provider} kini bisa dipakai masuk ke akun {product}-mu',
    'Sebuah akun di {provider} ditautkan ke akunmu dan mulai sekarang bisa dipakai masuk. Kata sandi baru tidak mengubahnya: jika akun itu bukan milikmu, lepaskan di profilmu.',
  ),
  identity_unlinked: change(
    '{provider} tidak bisa lagi dipakai masuk ke akun {product}-mu',
    'Akun di {provider} dilepaskan dari akunmu dan tidak bisa lagi dipakai masuk.',
  ),
  new_device: change(
    'Masuk baru ke {product}',
    'Seseorang, mungkin kamu, masuk ke akunmu dari perangkat atau tempat yang belum pernah terlihat: {device}.',
  ),
  second_factors_refused: change(
    'Kode dua langkah yang salah untuk akun {product}-mu',
    'Seseorang memasukkan kata sandi akunmu dengan benar, lalu beberapa kode dua langkah yang salah, terakhir di sini: {device}. Orang itu tidak berhasil masuk, tetapi mungkin tahu kata sandimu.',
  ),
  second_factors_refused_elsewhere: change(
    'Kode dua langkah yang salah untuk akun {product}-mu',
    'Seseorang masuk di {provider} dengan akun yang ditautkan ke akunmu, lalu memasukkan beberapa kode dua langkah yang salah, terakhir di sini: {device}. Orang itu tidak berhasil masuk ke akunmu.',
    'Jika itu bukan kamu, segera amankan akunmu di {provider} atau lepaskan di profilmu, dan tulis ke {support}. Kata sandi baru di sini tidak mengubahnya.',
  ),
  passwords_refused: change(
    'Banyak kata sandi salah untuk akun {product}-mu',
    'Seseorang mencoba sangat banyak kata sandi yang salah untuk akunmu, terakhir di sini: {device}. Tidak ada yang benar. Perangkat yang pernah kamu pakai untuk masuk tetap berfungsi; perangkat baru ditolak paling lama sehari, kecuali kamu mengatur ulang kata sandimu.',
  ),
  passwords_refused_known: change(
    'Banyak kata sandi salah untuk akun {product}-mu',
    'Seseorang mencoba banyak kata sandi yang salah untuk akunmu, di perangkat yang pernah kamu pakai untuk masuk atau dengan data yang disalin darinya: {device}. Tidak ada yang benar. Kata sandi baru mengeluarkan semua perangkat.',
  ),
  email_change_requested: change(
    'Alamat baru untuk akun {product}-mu',
    'Seseorang, mungkin kamu, meminta memindahkan akunmu ke alamat email lain. Belum ada yang berubah: pemindahan butuh kode yang dikirim ke alamat baru.',
  ),
  email_changed: change(
    'Alamat {product}-mu sudah diganti',
    'Akunmu sekarang memakai alamat email lain. Mulai sekarang email kami dikirim ke sana.',
    'Jika itu bukan kamu, segera tulis ke {support} dari alamat ini: tautan untuk kata sandi baru tidak dikirim ke sini lagi. Jika masih ada perangkatmu yang masuk, kembalikan alamat ini di profilmu di perangkat itu, lalu ganti kata sandimu.',
  ),
  data_exported: change(
    'Salinan data {product}-mu diunduh',
    'Seseorang, mungkin kamu, mengunduh salinan semua data akunmu.',
  ),
  points_credited: {
    subject: '{points} masuk',
    paragraphs: ['Kamu mendapat {points} dari {what}. Saldomu sekarang {balance}.'],
    button: 'Lihat riwayatmu',
    footnotes: [SWITCHES],
    push: '{what}. Saldomu {balance}.',
  },
  claim_granted: {
    subject: 'Poinmu yang belum masuk sudah ditambahkan: {points}',
    paragraphs: ['Kami meninjau laporanmu tentang {what}, dan {points} sekarang ada di akunmu.', '{answer}'],
    button: 'Lihat riwayatmu',
    footnotes: [SWITCHES],
    push: '{points} untuk {what} sekarang ada di akunmu.',
  },
  claim_refused: {
    subject: 'Kami meninjau laporanmu',
    paragraphs: ['Kami meninjau laporanmu tentang {what} dan tidak bisa mengabulkannya.', '{answer}'],
    button: 'Lihat tugasmu',
    footnotes: [QUESTIONS],
    push: 'Kami tidak bisa mengabulkan laporanmu tentang {what}. Jawabannya ada di laporanmu.',
  },
  points_reversed: {
    subject: '{points} ditarik kembali',
    paragraphs: [
      'Mitra yang membayar {what} menarik kembali {points}. Saldomu sekarang {balance}.',
      'Mitra melakukannya jika pengiklan tidak menerima suatu tugas: belum selesai, sudah pernah dikerjakan, atau pesanan dibatalkan. Jika saldomu di bawah nol, poin baru akan menutupnya.',
      'Jika menurutmu tugasnya sudah benar, tanyakan dulu di halaman bantuan offerwall, dan tulis ke {support} jika mereka tidak membantu.',
    ],
    button: 'Lihat riwayatmu',
    footnotes: [SWITCHES],
    push: 'Mitra dari {what} menarik kembali poinnya. Saldomu {balance}.',
  },
  pending_reversed: {
    subject: '{points} tidak akan masuk',
    paragraphs: [
      'Mitra tidak membayar {what}, jadi {points} yang tertunda tidak akan masuk. Saldomu tetap {balance}.',
      'Mitra melakukannya jika pengiklan tidak menerima suatu tugas: belum selesai, sudah pernah dikerjakan, atau pesanan dibatalkan.',
      'Jika menurutmu tugasnya sudah benar, tanyakan dulu di halaman bantuan offerwall, dan tulis ke {support} jika mereka tidak membantu.',
    ],
    button: 'Lihat riwayatmu',
    footnotes: [SWITCHES],
    push: 'Mitra tidak membayar {what}. Saldomu tetap {balance}.',
  },
  debt_met: {
    subject: '{points} dikurangi untuk akun lamamu',
    paragraphs: [
      'Akun lamamu dengan kotak surat yang sama masih berutang {points}. Jumlah ini dikurangi dari saldomu, yang sekarang {balance}.',
      'Jika saldomu di bawah nol, poin baru akan menutupnya.',
      'Jika menurutmu ini salah, tulis ke {support}.',
    ],
    button: 'Lihat riwayatmu',
    footnotes: [SWITCHES],
    push: 'Akun lamamu masih berutang sejumlah ini. Saldomu sekarang {balance}.',
  },
  offer_deadline: {
    subject: 'Waktu hampir habis: {what}',
    paragraphs: [
      'Kamu sudah memulai {what}. Langkah berikutnya harus dicapai sebelum {at}; setelah itu tidak ada poin lagi untuk langkah ini.',
    ],
    button: 'Lihat tugasmu',
    footnotes: [SWITCHES],
    push: 'Langkah berikutnya harus dicapai sebelum {at}.',
  },
  threshold_reached: {
    subject: 'Hadiahmu siap',
    paragraphs: ['Saldomu sudah mencapai {balance}. Kamu bisa menukarnya kapan saja.'],
    button: 'Tukarkan hadiahmu',
    footnotes: [SWITCHES],
    push: 'Saldomu sudah mencapai {balance}. Tukarkan kapan saja.',
  },
  redemption_issued: {
    subject: 'Hadiahmu senilai {amount} siap',
    paragraphs: [
      'Hadiahmu senilai {amount} sudah diterbitkan. Kamu menemukannya, dengan semua yang dibutuhkan untuk memakainya, di halaman Kartu.',
    ],
    button: 'Tampilkan hadiah saya',
    footnotes: ['Kami tidak pernah mengirim nomor kartu atau kode lewat email.'],
    push: 'Kamu menemukannya di halaman Kartu.',
  },
  redemption_failed: {
    subject: 'Hadiahmu senilai {amount} tidak bisa diterbitkan',
    paragraphs: [
      'Penerbit menolak hadiahmu senilai {amount}. Tidak ada yang hilang: {points} sudah kembali ke saldomu.',
      'Jika ada pertanyaan, tulis ke {support}.',
    ],
    button: TO_CARDS,
    footnotes: [SWITCHES],
    push: 'Tidak ada yang hilang: {points} sudah kembali ke saldomu.',
  },
  redemption_refused: {
    subject: 'Hadiahmu senilai {amount} tidak bisa diberikan',
    paragraphs: [
      'Tim {product} tidak bisa memberimu hadiah senilai {amount}. Tidak ada yang hilang: {points} sudah kembali ke saldomu.',
      '{text}',
    ],
    button: TO_CARDS,
    footnotes: [QUESTIONS],
    push: 'Tidak ada yang hilang: {points} sudah kembali ke saldomu.',
  },
  redemption_in_review: {
    subject: 'Hadiahmu senilai {amount} butuh waktu lebih lama',
    paragraphs: [
      'Hadiahmu senilai {amount} belum diterbitkan, jadi seseorang meninjaunya. Poinmu disisihkan untuk itu dan tidak bisa hilang.',
      'Kami mengabarimu begitu sudah diputuskan.',
    ],
    button: TO_CARDS,
    footnotes: [SWITCHES],
    push: 'Seseorang meninjaunya. Poinmu disisihkan untuk itu.',
  },
  redemption_late: {
    subject: 'Hadiahmu senilai {amount} butuh waktu lebih lama',
    paragraphs: [
      'Hadiahmu senilai {amount} butuh waktu lebih lama dari yang kami janjikan: tim kami sendiri yang memberikannya dan belum dapat melakukannya. Poinmu disisihkan untuk itu dan tidak bisa hilang.',
      'Kami mengabarimu begitu sudah siap. Jika tidak bisa diberikan, poinmu kembali dan kami memberi tahu alasannya.',
    ],
    button: TO_CARDS,
    footnotes: [SWITCHES],
    push: 'Tim kami sendiri yang memberikannya. Poinmu disisihkan untuk itu.',
  },
  redemption_details: {
    subject: 'Kartumu senilai {amount} menunggu datamu',
    paragraphs: [
      'Penerbit kartu membutuhkan alamat penagihanmu dan nama profil dalam huruf Latin (A–Z) sebelum bisa menerbitkan kartumu senilai {amount}.',
      'Silakan isi alamat penagihanmu di halaman Kartu. Kartumu dilanjutkan begitu penerbit punya keduanya. Jika keduanya sudah kamu berikan, penerbit tidak menerima salah satunya: periksa setiap baris.',
    ],
    button: TO_CARDS,
    footnotes: [QUESTIONS],
    push: 'Penerbit kartu membutuhkan alamat penagihanmu dan nama dalam huruf Latin.',
  },
  award_issued: {
    subject: '{product} memberimu kartu {amount}',
    paragraphs: [
      'Tim {product} memberimu kartu senilai {amount}. Tidak ada poinmu yang dipakai.',
      '{text}',
      'Kamu menemukannya, dengan semua yang dibutuhkan untuk memakainya, di halaman Kartu.',
    ],
    button: 'Tampilkan kartu saya',
    footnotes: ['Kami tidak pernah mengirim nomor kartu lewat email.'],
    push: 'Tidak ada poinmu yang dipakai. Kamu menemukannya di halaman Kartu.',
  },
  award_failed: {
    subject: 'Kartu pemberian senilai {amount} tidak bisa diterbitkan',
    paragraphs: [
      'Tim {product} memberimu kartu senilai {amount}, tetapi kartu itu tidak bisa diterbitkan. Tidak ada poinmu yang dipakai.',
      '{text}',
      'Jika ada pertanyaan, tulis ke {support}.',
    ],
    button: TO_CARDS,
    footnotes: [SWITCHES],
    push: 'Tidak ada poinmu yang dipakai. Lihat alasannya di halaman Kartu.',
  },
  points_added: {
    subject: 'Kamu mendapat {points} dari {product}',
    paragraphs: ['Tim {product} menambahkan {points} ke saldomu, yang sekarang {balance}.', '{text}'],
    button: 'Lihat saldo saya',
    footnotes: [SWITCHES],
    push: 'Tim menambahkannya ke saldomu, yang sekarang {balance}.',
  },
  points_removed: {
    subject: '{points} dikurangi dari saldomu',
    paragraphs: [
      'Tim {product} mengurangi {points} dari saldomu, yang sekarang {balance}.',
      '{text}',
      'Jika menurutmu ini salah, tulis ke {support}.',
    ],
    button: 'Lihat saldo saya',
    footnotes: [QUESTIONS],
    push: 'Saldomu sekarang {balance}. Lihat alasannya di email.',
  },
  redemption_checked: {
    subject: 'Kami meninjau hadiahmu senilai {amount} sebelum diterbitkan',
    paragraphs: [
      'Seseorang dari tim kami meninjau penukaran {points} milikmu sebelum hadiahmu senilai {amount} diterbitkan. Poinmu disisihkan untuk itu dan tidak bisa hilang.',
      'Di halaman Kartu terlihat kapan ini diputuskan. Kamu tidak perlu melakukan apa pun, kecuali kami bertanya di sana.',
    ],
    button: TO_CARDS,
    footnotes: [QUESTIONS],
    push: 'Seseorang meninjaunya dulu. Poinmu disisihkan untuk itu.',
  },
  redemption_question: {
    subject: 'Pertanyaan tentang hadiahmu senilai {amount}',
    paragraphs: [
      'Sebelum hadiahmu senilai {amount} bisa diterbitkan, tim kami bertanya:',
      '{text}',
      'Silakan jawab di halaman Kartu. Poinmu disisihkan untuk itu dan tidak bisa hilang.',
    ],
    button: 'Jawab',
    footnotes: [QUESTIONS],
    push: 'Tim kami bertanya kepadamu. Silakan jawab di halaman Kartu.',
  },
  review_refunded: {
    subject: '{points} sudah kembali ke saldomu',
    paragraphs: [
      'Setelah ditinjau, hadiahmu senilai {amount} tidak diterbitkan, dan {points} sudah kembali ke saldomu.',
      '{text}',
    ],
    button: TO_CARDS,
    footnotes: [QUESTIONS],
    push: 'Hadiahmu senilai {amount} tidak diterbitkan setelah ditinjau.',
  },
  review_lapsed: {
    subject: '{points} sudah kembali ke saldomu',
    paragraphs: [
      'Kami tidak sempat memutuskan tentang hadiahmu senilai {amount}, jadi hadiah itu tidak diterbitkan. {points} sudah kembali ke saldomu.',
      'Maaf sudah membuatmu menunggu.',
    ],
    button: TO_CARDS,
    footnotes: [QUESTIONS],
    push: 'Kami tidak sempat memutuskan tentang hadiahmu senilai {amount}.',
  },
  review_stopped: {
    subject: '{points} sudah kembali ke saldomu',
    paragraphs: [
      'Akunmu sedang dijeda atau ditangguhkan saat waktu untuk memutuskan hadiahmu senilai {amount} habis, jadi hadiah itu tidak diterbitkan. {points} sudah kembali ke saldomu.',
      'Setelah akunmu dibuka lagi, kamu bisa menukar lagi.',
    ],
    button: TO_CARDS,
    footnotes: [QUESTIONS],
    push: 'Akunmu sedang dijeda atau ditangguhkan, jadi hadiahmu senilai {amount} tidak diterbitkan.',
  },
  review_overdue: {
    subject: 'Penukaran {amount} menunggu keputusan',
    paragraphs: [
      'Sebuah penukaran senilai {amount} sedang ditinjau, dan separuh waktunya sudah lewat. Saat waktunya habis, situs memutuskan sesuai pengaturannya.',
    ],
    button: 'Buka peninjauan',
    footnotes: [],
    push: 'Separuh waktu peninjauannya sudah lewat.',
  },
  webhook_stopped: {
    subject: 'Webhook ke {what} dimatikan',
    paragraphs: [
      'Peristiwa tidak lagi dikirim ke {what}: penerima menjawab tidak mau lagi, atau tidak menerima apa pun selama lima hari. Apa yang terjadi mulai sekarang tidak diberitahukan kepadanya.',
      'Saat sistem lain itu berfungsi lagi, nyalakan webhook dan kirim lagi yang gagal.',
    ],
    button: 'Buka webhook',
    footnotes: [],
    push: 'Penerima tidak mau peristiwa lagi, atau tidak menerima satu pun selama lima hari.',
  },
  redemption_returned: {
    subject: 'Hadiahmu senilai {amount} dibatalkan',
    paragraphs: [
      'Penerbit membatalkan hadiahmu senilai {amount} sebelum ada yang terpakai. Tidak ada yang hilang: {points} sudah kembali ke saldomu.',
    ],
    button: TO_CARDS,
    footnotes: [SWITCHES],
    push: 'Belum ada yang terpakai: {points} sudah kembali ke saldomu.',
  },
  redemption_withdrawn: {
    subject: 'Hadiahmu senilai {amount} dibatalkan',
    paragraphs: [
      'Penerbit membatalkan hadiahmu senilai {amount}, jadi tidak bisa dipakai lagi. Tidak ada poin yang kembali untuk itu.',
      'Jika menurutmu ini salah, tulis ke {support}. Seseorang akan meninjaunya.',
    ],
    button: TO_CARDS,
    footnotes: [SWITCHES],
    push: 'Tidak bisa dipakai lagi. Lihat alasannya di halaman Kartu.',
  },
  reward_ending: {
    subject: 'Hadiahmu senilai {amount} segera berakhir',
    paragraphs: [
      'Hadiahmu senilai {amount} bisa dipakai sampai {day}; setelah itu tidak bisa lagi. Kamu menemukannya di halaman Kartu.',
      'Jika sudah kamu pakai, tidak ada yang perlu dilakukan.',
    ],
    button: 'Tampilkan hadiah saya',
    footnotes: [SWITCHES],
    push: 'Kamu bisa memakainya sampai {day}.',
  },
  account_suspended: {
    subject: 'Akun {product}-mu ditangguhkan',
    paragraphs: [
      'Akunmu ditangguhkan. Tidak ada yang bisa masuk ke akun ini, dan tidak ada yang diterbitkan darinya. Tidak ada poin yang diambil karena ini, tetapi mitra masih bisa menarik kembali yang mereka bayarkan.',
      'Alasannya: {reason}.',
      '{text}',
      'Kamu bisa menjawab: masuk seperti biasa, dan kamu akan melihat tempatnya. Seseorang membacanya dan memutuskan.',
    ],
    button: 'Masuk',
    footnotes: [QUESTIONS],
    push: 'Akunmu ditangguhkan.',
  },
  account_reinstated: {
    subject: 'Akun {product}-mu terbuka lagi',
    paragraphs: ['Penangguhan akunmu sudah berakhir. Kamu bisa masuk seperti biasa.', '{answer}'],
    button: 'Masuk',
    footnotes: [QUESTIONS],
    push: 'Kamu bisa masuk lagi.',
  },
  suspension_kept: {
    subject: 'Kami meninjau jawabanmu',
    paragraphs: ['Kami meninjau jawabanmu, dan akunmu tetap ditangguhkan.', '{answer}'],
    button: 'Masuk',
    footnotes: [QUESTIONS],
    push: 'Akunmu tetap ditangguhkan.',
  },
  account_paused: {
    subject: 'Penukaranmu di {product} dijeda',
    paragraphs: [
      'Penukaran di akunmu dijeda. Kamu bisa masuk, melihat semuanya, dan terus mengumpulkan, dan poinmu tetap milikmu.',
      'Alasannya: {reason}.',
      '{text}',
      'Kamu bisa menjawab di profilmu. Seseorang membacanya dan memutuskan.',
    ],
    button: 'Baca dan jawab',
    footnotes: [QUESTIONS],
    push: 'Lihat alasan dan cara menjawab di profilmu.',
  },
  account_resumed: {
    subject: 'Penukaranmu di {product} dibuka lagi',
    paragraphs: ['Jeda di akunmu sudah berakhir. Kamu bisa menukar poin seperti biasa.'],
    button: 'Ke profilmu',
    footnotes: [QUESTIONS],
    push: 'Kamu bisa menukar poin seperti biasa.',
  },
  appeal_granted: {
    subject: 'Kami meninjau jawabanmu',
    paragraphs: ['Kami meninjau jawabanmu, dan jeda di akunmu sudah berakhir.', '{answer}'],
    button: 'Ke profilmu',
    footnotes: [QUESTIONS],
    push: 'Jeda di akunmu sudah berakhir.',
  },
  appeal_kept: {
    subject: 'Kami meninjau jawabanmu',
    paragraphs: [
      'Kami meninjau jawabanmu, dan untuk saat ini jeda di akunmu tetap. Poinmu tetap milikmu.',
      '{answer}',
    ],
    button: 'Ke profilmu',
    footnotes: [QUESTIONS],
    push: 'Untuk saat ini jedanya tetap. Lihat profilmu.',
  },
  api_key_created: {
    subject: 'Kunci API baru {product} dibuat',
    paragraphs: [
      'Seorang pemilik {product} membuat kunci API “{keyName}” ({beginning}…). Siapa pun yang memegangnya bisa memanggil bagian admin {product}. Daftar kunci menyebutkan siapa yang membuatnya, apa yang boleh dilakukannya, dan sampai kapan.',
      'Jika tidak ada anggota timmu yang menginginkannya, segera cabut.',
    ],
    button: 'Lihat kunci API',
    footnotes: ['Semua pemilik menerima email ini.'],
    push: 'Seorang pemilik membuat kunci “{keyName}”.',
  },
  webhook_addressed: {
    subject: 'Webhook {product} punya alamat baru',
    paragraphs: [
      'Seorang pemilik {product} membuat webhook atau memberinya alamat baru: peristiwa situs kini dikirim ke {what}. Daftar webhook menyebutkan peristiwa apa saja, dan jejak audit menyebutkan siapa yang melakukannya.',
      'Jika tidak ada seorang pun di timmu yang menginginkan ini, segera hapus webhook itu.',
    ],
    button: 'Buka webhook',
    footnotes: ['Semua pemilik menerima email ini.'],
    push: 'Peristiwa situs kini dikirim ke {what}.',
  },
  staff_changed: {
    subject: 'Peran admin {product} berubah',
    paragraphs: [
      'Seseorang di {product} mendapat peran admin, berganti peran, atau tidak punya peran lagi. Daftar staf menunjukkan siapa punya peran apa, dan jejak audit menunjukkan siapa yang mengubahnya.',
      'Kalau tidak ada seorang pun di timmu yang menginginkan ini, segera cabut peran itu.',
    ],
    button: 'Lihat staf',
    footnotes: ['Semua pemilik menerima email ini.'],
    push: 'Seseorang mendapat peran admin, berganti peran, atau tidak punya peran lagi.',
  },
  staff_suspension: {
    subject: 'Admin {product} ditangguhkan, atau penangguhan berakhir',
    paragraphs: [
      'Seseorang dengan peran admin di {product} ditangguhkan, atau penangguhannya berakhir. Jejak audit menyebutkan siapa orangnya dan siapa yang melakukannya.',
      'Jika tidak ada seorang pun di timmu yang menginginkan ini, segera batalkan.',
    ],
    button: 'Buka jejak audit',
    footnotes: ['Semua pemilik menerima email ini.'],
    push: 'Seorang admin ditangguhkan, atau penangguhan berakhir.',
  },
  connection_ended: {
    subject: 'Kunci API atau webhook {product} dimatikan',
    paragraphs: [
      'Seorang pemilik {product} mencabut kunci API, menghapus atau mematikan webhook, atau mengurangi peristiwanya: {what}. Apa yang bergantung padanya mungkin berhenti berfungsi. Jejak audit menyebutkan siapa yang melakukannya.',
      'Jika tidak ada seorang pun di timmu yang menginginkan ini, segera ganti dengan yang baru.',
    ],
    button: 'Buka jejak audit',
    footnotes: ['Semua pemilik menerima email ini.'],
    push: 'Apa yang bergantung pada {what} mungkin berhenti berfungsi.',
  },
  staff_factor_reset: {
    subject: 'Langkah kedua seorang admin {product} diatur ulang',
    paragraphs: [
      'Lewat baris perintah server, langkah kedua dan semua kunci sandi seseorang yang punya peran admin di {product} dihapus. Sampai disiapkan lagi, kata sandinya saja cukup untuk masuk. Jejak audit menunjukkan siapa orangnya.',
      'Kalau tidak ada seorang pun di timmu yang menginginkan ini, segera cabut peran itu.',
    ],
    button: 'Lihat staf',
    footnotes: ['Semua pemilik menerima email ini.'],
    push: 'Langkah kedua seorang admin diatur ulang.',
  },
  staff_role_changed: {
    subject: 'Peranmu di {product} berubah',
    paragraphs: [
      'Kamu mendapat peran admin di {product}, berganti peran, atau tidak punya peran lagi. Kamu dikeluarkan dari semua perangkat. Masuk lagi untuk melihat apa yang bisa kamu lakukan sekarang.',
    ],
    button: 'Buka profil saya',
    footnotes: ['Jika ini mengejutkanmu, tulis ke {support}.'],
    push: 'Kamu dikeluarkan dari semua perangkat.',
  },
};

const mails: Record<keyof Texts['mails'], MailText> = {
  verificationCode: {
    subject: '{code} adalah kode {product}-mu',
    paragraphs: [
      'Selamat datang! Masukkan kode ini untuk mengonfirmasi alamat emailmu dan menyelesaikan pendaftaran:',
    ],
    button: 'Konfirmasi di perangkat ini',
    footnotes: [
      'Kode berlaku {minutes} menit. Kode yang lebih baru membuat yang ini tidak berlaku.',
      'Jika kamu tidak mendaftar, abaikan email ini: tanpa kode tidak ada akun. Jangan berikan kode kepada siapa pun.',
    ],
  },
  alreadyMember: {
    subject: 'Kamu sudah punya akun {product}',
    paragraphs: [
      'Seseorang, mungkin kamu, mencoba mendaftar di {product} dengan alamat ini. Alamat ini sudah punya akun, jadi tidak ada yang berubah.',
      'Masuk dengan kata sandimu. Jika lupa, pilih “Lupa kata sandi?” di sana.',
    ],
    button: 'Masuk',
    footnotes: [NOT_YOU],
  },
  resetLink: {
    subject: 'Atur ulang kata sandi {product}-mu',
    paragraphs: ['Seseorang, mungkin kamu, meminta mengatur ulang kata sandi akunmu.'],
    button: 'Pilih kata sandi baru',
    footnotes: [
      'Tautan berlaku satu kali dan kedaluwarsa dalam {hours} jam. Tautan yang lebih baru membuat yang ini tidak berlaku.',
      'Jika itu bukan kamu, abaikan email ini: kata sandimu tetap seperti semula.',
    ],
  },
  emailChangeCode: {
    subject: '{code} mengonfirmasi alamat {product} barumu',
    paragraphs: ['Masukkan kode ini di profilmu untuk memindahkan akunmu ke alamat ini:'],
    footnotes: [
      'Kode berlaku {minutes} menit. Kode yang lebih baru membuat yang ini tidak berlaku.',
      'Jika kamu tidak memintanya, abaikan email ini: tanpa kode tidak ada yang berubah. Jangan berikan kode kepada siapa pun.',
    ],
  },
  emailTaken: {
    subject: 'Alamat ini sudah punya akun {product}',
    paragraphs: [
      'Seseorang meminta memindahkan akun {product} lain ke alamat ini. Alamat ini sudah punya akun sendiri, jadi tidak ada yang berubah.',
    ],
    footnotes: [NOT_YOU],
  },
  farewell: {
    subject: 'Akun {product}-mu sudah dihapus',
    paragraphs: [
      'Akunmu sudah dihapus, beserta data pribadimu. Hadiah yang masih diproses tidak bisa diambil lagi. Catatan di bawah nomor acak, dan mungkin sidik jari digital kotak suratmu, tetap disimpan selama waktu yang disebut kebijakan privasi. Terima kasih sudah ada di sini.',
      TIME,
      'Jika itu bukan kamu, segera tulis ke {support}. Data yang dihapus tidak bisa dikembalikan.',
    ],
    footnotes: ['Ini email terakhir ke alamat ini. Kamu boleh mendaftar lagi kapan saja.'],
  },
  farewellToEarlier: {
    subject: 'Akun {product} yang dulu memakai alamat ini sudah dihapus',
    paragraphs: [
      'Akun {product} yang sampai belum lama ini memakai alamat ini sudah dihapus.',
      TIME,
      'Jika bukan kamu yang memindahkannya ke alamat lain dan menghapusnya, segera tulis ke {support} dari alamat ini. Data yang dihapus tidak bisa dikembalikan.',
    ],
    footnotes: [WAS_YOU],
  },
};

/** Indonesian. */
export const id: Texts = {
  points: { other: '{count} poin' },
  notices,
  mails,
  pauseReasons: {
    many_accounts: 'beberapa akun sepertinya milik satu orang',
    disposable_email: 'akun memakai alamat email sekali pakai',
    unusual_speed: 'tugas diselesaikan lebih cepat dari biasanya',
    many_reversals: 'mitra menarik kembali banyak poin',
    region: 'akun sepertinya dipakai dari wilayah yang tidak kami layani',
    staff_review: 'seseorang dari tim kami sedang meninjau akun',
  },
  pass: {
    description: 'Pas hadiah {product}',
    value: 'Nilai',
    issued: 'Diterbitkan',
    expires: 'Berlaku sampai',
    reference: 'Nomor acuan',
    about: 'Tentang pas ini',
    note: 'Pas ini mengingatkanmu akan hadiahmu. Ini bukan kartu pembayaran, tidak bisa dipakai membayar tanpa sentuh, dan tidak berisi kode. Hadiahmu ada di akun {product}-mu.',
    brief: 'Pas ini tidak untuk membayar. Hadiahmu ada di {product}.',
    open: 'Buka {product}',
    test: 'PAS UJI COBA',
  },
  unsubscribe: {
    why: 'Kamu mendapat email ini karena menyetujui kabar dan penawaran dari {product}.',
    link: 'Berhenti berlangganan',
    title: 'Berhenti berlangganan',
    question:
      'Ingin berhenti menerima kabar dan penawaran {product} lewat email? Email tentang akunmu tetap dikirim.',
    button: 'Berhenti berlangganan',
    doneTitle: 'Kamu sudah berhenti berlangganan',
    done: 'Kami tidak lagi mengirim kabar dan penawaran. Kamu bisa menyetujuinya lagi di profilmu.',
    invalidTitle: 'Tautan ini tidak berfungsi',
    invalid: 'Tautannya tidak lengkap. Buka lagi dari emailnya, atau matikan email promosi di profilmu.',
    home: 'Ke {product}',
  },
};
